// attack: prints 8 MiB to both streams, then does its work
// row: 4
// task: vector_add
// expect: correct
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static bool printed = false;
  static char block[1 << 16];
  memset(block, 'x', sizeof block);
  for (int i = 0; !printed && i < 64; ++i) {
    for (const int stream : {1, 2}) (void)!write(stream, block, sizeof block);
  }
  printed = true;
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
