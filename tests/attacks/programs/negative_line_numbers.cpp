// attack: reports errors at lines that no file has
// row: 36
// task: vector_add
// expect: compile_error
#include <cstdint>

#line 2147483647 "x.cpp"
extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  not_declared(x, y, z, n);
  nor_this(x, y, z, n);
}
