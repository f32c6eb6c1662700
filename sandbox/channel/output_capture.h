// What a jailed process prints: read all the time so that it never blocks, kept up to a limit, the rest dropped.
#pragma once

#include <cstddef>
#include <string>
#include <thread>

#include "sandbox/channel/fd.h"

namespace leap::channel {

// Keeps the head and the tail of the output, half the limit each. A thread of its own reads until every writer is gone.
class OutputCapture {
 public:
  explicit OutputCapture(std::size_t max_bytes);
  OutputCapture(const OutputCapture&) = delete;
  OutputCapture& operator=(const OutputCapture&) = delete;
  ~OutputCapture();

  // The pipe's write end, for Launch::descriptors. close_ours() once the jail has it.
  int write_end() const { return write_end_.get(); }
  void close_ours() { write_end_.reset(); }

  // Readable as soon as more than `max_bytes` have been printed.
  int overflow_fd() const { return overflow_.get(); }

  // Ends the reading and returns what was kept, as raw bytes. Call it once, when the writers are dead.
  struct Output {
    std::string head, tail;
    std::size_t dropped_bytes = 0;  // between head and tail
    std::string text() const;       // head, a line that tells what was dropped, tail
  };
  Output finish();

 private:
  void read_all();

  std::size_t max_bytes_;
  Fd read_end_, write_end_, overflow_, stop_;
  Output output_;
  std::thread reader_;
};

}  // namespace leap::channel
