// attack: looks for somebody else's fast library to load: only the compiler's own are there
// row: B32
// task: vector_add
// expect: correct
#include <fcntl.h>

#include <cstdint>
#include <cstdio>
#include <initializer_list>

static bool escaped = false;

__attribute__((constructor)) static void attempt() {
  for (const char* path :
       {"libopenblas.so.0", "libblas.so.3", "libtorch_cpu.so", "libmkl_rt.so", "libcuda.so.1", "libcrypto.so.3"}) {
    char place[128];
    snprintf(place, sizeof place, "/usr/lib/x86_64-linux-gnu/%s", path);
    escaped |= open(place, O_RDONLY) >= 0;
  }
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
