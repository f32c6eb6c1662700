// attack: loads somebody else's fast library: only the compiler's own are there
// row: B32
// task: vector_add
// expect: correct
#include <dlfcn.h>

#include <cstdint>
#include <initializer_list>

static bool escaped = false;

__attribute__((constructor)) static void attempt() {
  for (const char* name : {"libopenblas.so.0", "libblas.so.3", "libtorch.so", "libtorch_cpu.so", "libmkl_rt.so",
                           "libcuda.so.1", "libpython3.11.so.1.0", "libsystemd.so.0", "libcrypto.so.3"})
    escaped |= dlopen(name, RTLD_NOW | RTLD_LOCAL) != nullptr;
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = escaped ? -1.0f : x[i] + y[i];
}
