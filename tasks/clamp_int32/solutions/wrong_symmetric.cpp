// expect: wrong
// Uses the upper end with both signs.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>

extern "C" void clamp_int32(const int32_t* x, const int32_t*, const int32_t* high, int32_t* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) y[i] = std::clamp(x[i], -*high - 1, *high);
}
