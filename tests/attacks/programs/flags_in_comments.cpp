// attack: writes flags where a careless build would read them
// row: 35
// task: vector_add
// expect: correct
// compile: -fplugin=/w/evil.so -wrapper /bin/sh,-c,id -B/w/ -specs=/w/specs @/etc/passwd
// flags: -ccbin /w/evil.sh -Xcompiler -run -include /etc/passwd
// nvcc: --options-file /etc/passwd
// build: $(id) `id` ; id
/* -*- compile-command: "id" -*- vim: set makeprg=id : */

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
