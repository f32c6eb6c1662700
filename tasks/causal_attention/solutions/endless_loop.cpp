// expect: timeout
// Goes on with the same position for ever: the loop over positions advances the wrong variable.
#include <leap_task.h>

#include <cstdint>

using leap_task::head_dim;

extern "C" void causal_attention(const float* q, const float* k, const float* v, float* y, int64_t heads,
                                 int64_t length) {
  volatile int64_t position = 0, passes = 0;
  while (position < heads * length) {
    for (int64_t d = 0; d < head_dim; ++d) y[d] = q[d] * k[d] * v[d];
    passes = passes + 1;
  }
}
