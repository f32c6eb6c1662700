// expect: crash
// Writes four bytes for each answer, past the end of a tensor of single bytes.
#include <leap_task.h>

#include <cstdint>
#include <cstring>

extern "C" void greater(const float* x, const float* y, bool* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    const int32_t answer = x[i] > y[i];
    std::memcpy(reinterpret_cast<char*>(z) + 4 * i, &answer, sizeof answer);
  }
}
