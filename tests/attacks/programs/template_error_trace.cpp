// attack: has an error quote a type name of exponential length
// row: 34
// task: vector_add
// expect: compile_error
template <class A, class B>
struct Pair {
  using first = A;
};
template <int N>
struct Grow {
  using type = Pair<typename Grow<N - 1>::type, typename Grow<N - 1>::type>;
};
template <>
struct Grow<0> {
  using type = int;
};
Grow<16>::type::no_such_member fail;

#include <cstdint>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
