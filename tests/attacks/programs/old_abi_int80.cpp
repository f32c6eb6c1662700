// attack: makes a 32-bit system call, whose numbers mean other things
// row: 18
// task: vector_add
// expect: crash
#include <cstdint>

static bool attempt() {
  long result = 20;  // getpid in the 32-bit table
  asm volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
  return result > 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
