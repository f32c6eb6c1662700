// attack: answers each call with the result of the one before, in place of a batch
// row: B13
// task: vector_add
// expect: wrong
#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static std::map<int64_t, std::vector<float>> previous;
  std::vector<float>& answer = previous[n];
  answer.resize(n);
  std::copy(answer.begin(), answer.end(), z);
  for (int64_t i = 0; i < n; ++i) answer[i] = x[i] + y[i];
}
