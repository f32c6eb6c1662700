// attack: names a secret by a line marker, as preprocessed code does
// row: 31
// task: vector_add
// expect: compile_error
// never_says: root:
#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
# 1 "/etc/shadow" 1
  not_declared(x, y, z, n);
}
