#include "protocol/schema_error.h"

#include <utility>

namespace leap::protocol {

SchemaError::SchemaError(std::string path, std::string message)
    : std::runtime_error(path + ": " + message), path_(std::move(path)), message_(std::move(message)) {}

}  // namespace leap::protocol
