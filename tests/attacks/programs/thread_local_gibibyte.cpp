// attack: asks for a gibibyte of thread-local memory
// row: 33
// task: vector_add
// expect: memory_limit
// expect_rootless: memory_limit, crash
#include <cstdint>

static thread_local volatile char reserved[1 << 30];

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int i = 0; i < 1 << 30; i += 4096) reserved[i] = 1;
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
