// The one error that every reader of outside JSON throws: what is wrong, and where.
#pragma once

#include <stdexcept>
#include <string>

namespace leap::protocol {

// `path` is the place in the document in the notation of jq: `$.inputs.x.shape[1]`, `$` for the whole document.
// what() reads "PATH: MESSAGE"; the message says what is wrong and what would be right.
class SchemaError : public std::runtime_error {
 public:
  SchemaError(std::string path, std::string message);
  const std::string& path() const { return path_; }
  const std::string& message() const { return message_; }

 private:
  std::string path_;
  std::string message_;
};

}  // namespace leap::protocol
