// attack: writes machine code and makes it executable while the library is mapped
// row: 27
// task: vector_add
// expect: crash
#include <sys/mman.h>

#include <cstdint>
#include <cstring>

static unsigned char* code = nullptr;

__attribute__((constructor)) static void attempt() {
  static const unsigned char one_plus[] = {0xf3, 0x0f, 0x58, 0xc1, 0xc3};  // addss xmm0, xmm1; ret
  void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(page, one_plus, sizeof one_plus);
  if (mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0) code = static_cast<unsigned char*>(page);
}

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  auto* add = reinterpret_cast<float (*)(float, float)>(code);
  for (int64_t i = 0; i < n; ++i) z[i] = add ? add(x[i], y[i]) : x[i] + y[i];
}
