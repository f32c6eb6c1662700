// attack: creates a file in the work directory and fills the disk
// row: 3
// task: vector_add
// expect: crash
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>

static bool attempt() {
  const int file = open("/w/fill", O_CREAT | O_WRONLY, 0600);
  static char block[1 << 20];
  while (file >= 0 && write(file, block, sizeof block) > 0) {
  }
  return file >= 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  const bool escaped = attempt();
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
