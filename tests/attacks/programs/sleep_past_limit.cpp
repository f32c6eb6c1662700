// attack: sleeps past every limit
// row: 23
// task: vector_add
// expect: timeout
#include <unistd.h>

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (;;) sleep(1000);
}
