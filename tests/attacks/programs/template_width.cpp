// attack: instantiates 2^40 templates
// row: 34
// task: vector_add
// expect: timeout, memory_limit
template <int Depth, long Place>
struct Tree {
  static constexpr long value = Tree<Depth - 1, 2 * Place>::value + Tree<Depth - 1, 2 * Place + 1>::value;
};
template <long Place>
struct Tree<0, Place> {
  static constexpr long value = Place;
};
static_assert(Tree<40, 0>::value != 0);

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
