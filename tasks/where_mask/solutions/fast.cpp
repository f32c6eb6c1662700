// expect: correct
// Reads both vectors whatever the mask says and blends them, eight elements at once, with no branch.
#include <leap_task.h>

#include <cstdint>
#include <cstring>

namespace {

using Float = float __attribute__((vector_size(32)));
using Int = int32_t __attribute__((vector_size(32)));
using Bytes = int8_t __attribute__((vector_size(8)));

template <typename Vector>
Vector load(const void* p) {
  Vector v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

}  // namespace

// Reading an element that is not wanted costs a share of a cache line that is there anyway; a wrong guess costs some
// fifteen cycles. The mask has bytes where the data has words, so it is widened first; the compiler does not see that
// way out of a plain loop.
extern "C" void where_mask(const bool* mask, const float* x, const float* y, float* z, int64_t n) {
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const Int chosen = __builtin_convertvector(load<Bytes>(mask + i), Int);
    const Float blend = chosen != 0 ? load<Float>(x + i) : load<Float>(y + i);
    std::memcpy(z + i, &blend, sizeof blend);
  }
  for (; i < n; ++i) z[i] = mask[i] ? x[i] : y[i];
}
