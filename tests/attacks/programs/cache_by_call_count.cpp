// attack: computes in its first calls, while it is checked, and replays the last answer later
// row: B12
// task: vector_add
// expect: wrong
#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static std::map<int64_t, std::pair<int, std::vector<float>>> by_size;
  auto& [calls, answer] = by_size[n];
  if (++calls <= 3) {
    answer.resize(n);
    for (int64_t i = 0; i < n; ++i) answer[i] = x[i] + y[i];
  }
  std::copy(answer.begin(), answer.end(), z);
}
