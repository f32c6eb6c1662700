// expect: correct
// Loads the limits once, and takes a minimum and a maximum of eight integers at a time.
#include <leap_task.h>

#include <cstdint>

extern "C" void clamp_int32(const int32_t* __restrict__ x, const int32_t* low, const int32_t* high,
                            int32_t* __restrict__ y, int64_t n) {
  // Local copies: the compiler need not fear that a write to y changes them.
  const int32_t smallest = *low, largest = *high;
  for (int64_t i = 0; i < n; ++i) {
    const int32_t value = x[i] < smallest ? smallest : x[i];
    y[i] = value > largest ? largest : value;
  }
}
