// attack: jumps to a stack frame that is gone
// row: 25
// task: vector_add
// expect: crash, timeout
#include <csetjmp>
#include <cstdint>
#include <cstdlib>

static jmp_buf place;

__attribute__((constructor, noinline)) static void remember() {
  if (setjmp(place) != 0) abort();
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) { longjmp(place, static_cast<int>(n)); }
