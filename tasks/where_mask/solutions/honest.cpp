// expect: correct
// Picks the vector first, then reads from it.
#include <leap_task.h>

#include <array>
#include <cstdint>

extern "C" void where_mask(const bool* mask, const float* x, const float* y, float* z, int64_t n) {
  const std::array<const float*, 2> from{y, x};
  for (int64_t i = 0; i < n; ++i) z[i] = from[mask[i]][i];
}
