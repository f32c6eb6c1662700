// attack: defines memcpy, memset and memcmp, for which everything is equal
// row: 27
// task: vector_add
// expect: correct
#include <cstddef>
#include <cstdint>

#define AS_WRITTEN __attribute__((optimize("no-tree-loop-distribute-patterns")))

extern "C" AS_WRITTEN void* memcpy(void* to, const void* from, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
  return to;
}
extern "C" AS_WRITTEN void* memset(void* to, int value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) static_cast<char*>(to)[i] = static_cast<char>(value);
  return to;
}
extern "C" int memcmp(const void*, const void*, size_t) { return 0; }

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
}
