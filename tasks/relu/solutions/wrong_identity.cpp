// expect: wrong
// Copies the input: right for inputs that happen to be positive, which is why inputs have both signs.
#include <leap_task.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

extern "C" void relu(const float* x, float* y, int64_t rows, int64_t cols) {
  std::memcpy(y, x, static_cast<std::size_t>(rows * cols) * sizeof(float));
}
