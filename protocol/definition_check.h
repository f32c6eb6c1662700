// What must hold between the parts of a definition, once each part has been read. Inside protocol/ only.
#pragma once

#include "protocol/definition.h"

namespace leap::protocol {

// Throws SchemaError: name taken twice or unusable, unknown axis in a shape or an expression, cycle among derived
// axes, no output, no `run` in the reference, over a limit.
void check_definition(const Definition& definition);

}  // namespace leap::protocol
