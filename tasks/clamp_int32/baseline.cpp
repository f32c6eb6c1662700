// The limited value is the middle one of three, so sort them.
#include <leap_task.h>

#include <algorithm>
#include <array>
#include <cstdint>

extern "C" void clamp_int32(const int32_t* x, const int32_t* low, const int32_t* high, int32_t* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    std::array<int32_t, 3> values{x[i], *low, *high};
    std::sort(values.begin(), values.end());
    y[i] = values[1];
  }
}
