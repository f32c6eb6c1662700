// expect: wrong
// Goes through float32, which holds integers exactly only up to 2^24: right for small numbers.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>

extern "C" void clamp_int32(const int32_t* x, const int32_t* low, const int32_t* high, int32_t* y, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const float value = static_cast<float>(x[i]);
    y[i] = static_cast<int32_t>(std::clamp(value, static_cast<float>(*low), static_cast<float>(*high)));
  }
}
