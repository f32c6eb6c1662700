// attack: defines main, _start-up hooks and the calls by which a process leaves
// row: 27
// task: vector_add
// expect: correct
#include <cstdint>

int main() { return 0; }
extern "C" [[noreturn]] void _exit(int) {
  for (;;) {
  }
}
extern "C" long syscall(long, ...) noexcept { return 0; }
extern "C" void* dlsym(void*, const char*) noexcept { return nullptr; }
extern "C" int puts(const char*) { return 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
