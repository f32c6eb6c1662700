// attack: throws a C++ exception out of a C function
// row: 25
// task: vector_add
// expect: crash
#include <cstdint>
#include <stdexcept>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) { throw std::runtime_error("correct"); }
