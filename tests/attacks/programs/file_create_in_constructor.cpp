// attack: creates files while the library is mapped, when the loader may still open
// row: 3
// task: vector_add
// expect: crash
#include <fcntl.h>

#include <cstdint>
#include <initializer_list>

static bool escaped = false;

__attribute__((constructor)) static void attempt() {
  for (const char* path : {"/w/fill", "/tmp/fill", "/dev/shm/fill", "fill"})
    escaped |= open(path, O_CREAT | O_WRONLY, 0600) >= 0;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
