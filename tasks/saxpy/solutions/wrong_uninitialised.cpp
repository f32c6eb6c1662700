// expect: wrong
// Expects y to be in z already, as in the BLAS routine of the same name, but z holds rubbish.
#include <leap_task.h>

#include <cstdint>

extern "C" void saxpy(const float* alpha, const float* x, const float*, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] += *alpha * x[i];
}
