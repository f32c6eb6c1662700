// attack: asks for other flags in a function's attribute
// row: 35
// task: vector_add
// expect: correct
// never_says: root:x:0
__attribute__((optimize("-wrapper", "/w/evil.sh", "-B/w/", "@/etc/passwd"))) int other() { return 0; }

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
