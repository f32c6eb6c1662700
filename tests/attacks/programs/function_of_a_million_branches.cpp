// attack: has a switch of a million cases
// row: 34
// task: vector_add
// expect: memory_limit, timeout
// clang-format off

#define A(n) case n: return n ^ 5; case n + 1: return n * 3; case n + 2: return n + 7; case n + 3: return n - 9;
#define B(n) A(n) A(n + 4) A(n + 8) A(n + 12)
#define C(n) B(n) B(n + 16) B(n + 32) B(n + 48)
#define D(n) C(n) C(n + 64) C(n + 128) C(n + 192)
#define E(n) D(n) D(n + 256) D(n + 512) D(n + 768)
#define F(n) E(n) E(n + 1024) E(n + 2048) E(n + 3072)
#define G(n) F(n) F(n + 4096) F(n + 8192) F(n + 12288)
#define H(n) G(n) G(n + 16384) G(n + 32768) G(n + 49152)
#define I(n) H(n) H(n + 65536) H(n + 131072) H(n + 196608)
#define J(n) I(n) I(n + 262144) I(n + 524288) I(n + 786432)
int choose(int which) { switch (which) { J(0) } return 0; }

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
