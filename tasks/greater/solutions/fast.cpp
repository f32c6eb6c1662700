// expect: correct
// Compares 32 elements at a time, so the answers fill a whole vector of bytes before they are stored.
#include <leap_task.h>

#include <cstdint>

// A block of fixed length needs no tail inside; the compiler compares eight floats an instruction and packs the masks.
extern "C" void greater(const float* __restrict__ x, const float* __restrict__ y, bool* __restrict__ z, int64_t n) {
  int64_t i = 0;
  for (; i + 32 <= n; i += 32) {
    for (int64_t j = i; j < i + 32; ++j) z[j] = x[j] > y[j];
  }
  for (; i < n; ++i) z[i] = x[i] > y[i];
}
