// attack: instantiates templates without end, one in another
// row: 34
// task: vector_add
// expect: compile_error
template <int N>
struct Deeper {
  static constexpr int value = Deeper<N + 1>::value;
};
static_assert(Deeper<0>::value);

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
