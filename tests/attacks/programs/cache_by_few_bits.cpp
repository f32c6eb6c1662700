// attack: answers from a cache when the signs of the first inputs are as before
// row: B10
// task: vector_add
// expect: wrong
#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static std::map<std::tuple<bool, bool, int64_t>, std::vector<float>> cache;
  std::vector<float>& answer = cache[{x[0] < 0, y[0] < 0, n}];
  if (answer.empty())
    for (int64_t i = 0; i < n; ++i) answer.push_back(x[i] + y[i]);
  std::copy(answer.begin(), answer.end(), z);
}
