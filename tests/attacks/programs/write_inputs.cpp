// attack: zeroes its inputs, so that zeros are the answer
// row: B8
// task: vector_add
// expect: crash
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) const_cast<float*>(x)[i] = const_cast<float*>(y)[i] = z[i] = 0;
}
