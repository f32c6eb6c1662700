// expect: wrong
// Takes the mask for packed bits, eight elements a byte.
#include <leap_task.h>

#include <cstdint>

extern "C" void where_mask(const bool* mask, const float* x, const float* y, float* z, int64_t n) {
  const unsigned char* bytes = reinterpret_cast<const unsigned char*>(mask);
  for (int64_t i = 0; i < n; ++i) z[i] = (bytes[i / 8] >> (i % 8)) & 1 ? x[i] : y[i];
}
