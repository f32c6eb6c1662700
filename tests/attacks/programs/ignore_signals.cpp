// attack: ignores every signal that can be ignored, then spins
// row: 23
// task: vector_add
// expect: timeout
#include <signal.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int number = 1; number < 65; ++number)
    if (number != SIGSYS) signal(number, SIG_IGN);
  for (volatile bool on = true; on;) {
  }
}
