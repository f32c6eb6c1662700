// Writing to a descriptor that may be a pipe whose reader left.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "sandbox/channel/fd.h"

namespace leap::cli {

// The reader of our standard output is gone; nobody is left to tell.
struct OutputClosed : std::runtime_error {
  OutputClosed() : std::runtime_error("the reader of the output is gone") {}
};

// Writes all of it. Throws OutputClosed on EPIPE and std::runtime_error, naming `what`, on any other failure.
void write_all(int fd, std::string_view text, const std::string& what);

void print(std::string_view text);                      // standard output
void complain(std::string_view text) noexcept;          // standard error; a failure is nobody's business
void complain_if_free(std::string_view text) noexcept;  // not where it would have to wait for a reader

// A file that is created, or emptied, before the work whose results it gets. Throws std::runtime_error.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  void write(std::string_view text) { write_all(file_.get(), text, path_); }

 private:
  std::string path_;
  Fd file_;
};

}  // namespace leap::cli
