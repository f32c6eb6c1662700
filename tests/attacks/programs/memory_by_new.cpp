// attack: grows a vector until it gets no more; the exception or the kill ends it
// row: 2
// task: vector_add
// expect: memory_limit, crash, timeout
#include <cstddef>
#include <cstdint>
#include <vector>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  std::vector<std::vector<char>> blocks;
  for (;;) blocks.emplace_back(size_t{32} << 20, 'x');
}
