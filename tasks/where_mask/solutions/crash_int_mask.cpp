// expect: crash
// Takes each element of the mask for four bytes, and reads past its end.
#include <leap_task.h>

#include <cstdint>
#include <cstring>

extern "C" void where_mask(const bool* mask, const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    int32_t chosen;
    std::memcpy(&chosen, mask + 4 * i, sizeof chosen);
    z[i] = chosen ? x[i] : y[i];
  }
}
