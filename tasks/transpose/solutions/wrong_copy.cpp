// expect: wrong
// Copies the memory and only pretends that the shape has changed.
#include <leap_task.h>

#include <algorithm>
#include <cstdint>

extern "C" void transpose(const float* x, float* y, int64_t rows, int64_t cols) { std::copy(x, x + rows * cols, y); }
