// attack: throws while the library is mapped
// row: 25
// task: vector_add
// expect: crash
#include <unistd.h>

#include <cstdint>

static const int thrown = [] {
  if (getpid() != 0) throw 1;
  return 0;
}();

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i] + static_cast<float>(thrown);
}
