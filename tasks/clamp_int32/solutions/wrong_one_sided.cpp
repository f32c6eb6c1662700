// expect: wrong
// Forgets the upper end.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>

extern "C" void clamp_int32(const int32_t* x, const int32_t* low, const int32_t*, int32_t* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = std::max(x[i], *low);
}
