// expect: compile_error
// Takes rows and cols as 32-bit integers: the prototype in leap_task.h says otherwise.
#include <leap_task.h>

#include <cstdint>

extern "C" int row_softmax(const float* x, float* y, int rows, int cols) {
  for (int i = 0; i < rows * cols; ++i) y[i] = x[i];
  return 0;
}
