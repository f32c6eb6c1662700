// expect: wrong
// Takes the memory for float32 and adds the halves of each number separately.
#include <leap_task.h>

#include <cstdint>
#include <cstring>

extern "C" void vector_add_f64(const double* x, const double* y, double* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    float a[2], b[2], sum[2];
    std::memcpy(a, x + i, sizeof a);
    std::memcpy(b, y + i, sizeof b);
    for (int half = 0; half < 2; ++half) sum[half] = a[half] + b[half];
    std::memcpy(z + i, sum, sizeof sum);
  }
}
