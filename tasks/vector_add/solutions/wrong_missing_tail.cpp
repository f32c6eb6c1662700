// expect: wrong
// Works in blocks of eight and forgets the n % 8 elements that are left: right only where eight divides n.
#include <leap_task.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t block = 0; block + 8 <= n; block += 8) {
    for (int64_t i = block; i < block + 8; ++i) z[i] = x[i] + y[i];
  }
}
