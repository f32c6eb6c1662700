// attack: leaves its output as it is, in case an older answer lies there
// row: B7
// task: vector_add
// expect: wrong
// says: not written
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) { (void)x, (void)y, (void)z, (void)n; }
