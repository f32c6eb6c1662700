// attack: executes an illegal instruction
// row: 25
// task: vector_add
// expect: crash
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) { __builtin_trap(); }
