// expect: wrong
// Stores 255 for true, as vector masks do, but a bool is 0 or 1.
#include <leap_task.h>

#include <cstdint>

extern "C" void greater(const float* x, const float* y, bool* z, int64_t n) {
  unsigned char* bytes = reinterpret_cast<unsigned char*>(z);
  for (int64_t i = 0; i < n; ++i) bytes[i] = x[i] > y[i] ? 255 : 0;
}
