// One workload as JSON, before it is held against its definition. Inside protocol/ only.
#pragma once

#include <string>
#include <string_view>

#include "protocol/names.h"
#include "protocol/workload.h"

namespace leap::protocol {

std::string_view name(InputSpec::Kind kind);

Workload read_workload(std::string_view json_text, const std::string& root_path);

}  // namespace leap::protocol
