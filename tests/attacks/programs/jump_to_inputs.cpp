// attack: jumps into its inputs, in case they were mapped executable
// row: 27
// task: vector_add
// expect: crash
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  reinterpret_cast<void (*)()>(const_cast<float*>(x))();
}
