// attack: prints every byte value, zeros among them, and no newline
// row: 4
// task: vector_add
// expect: correct
#include <unistd.h>

#include <cstdint>
#include <initializer_list>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  unsigned char bytes[256];
  for (int i = 0; i < 256; ++i) bytes[i] = static_cast<unsigned char>(i);
  for (const int stream : {1, 2}) (void)!write(stream, bytes, sizeof bytes);
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
