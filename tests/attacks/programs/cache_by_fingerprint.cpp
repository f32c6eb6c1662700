// attack: answers from a cache when it has seen the inputs before: no call repeats any
// row: B10
// task: vector_add
// expect: correct
#include <cstdint>
#include <cstring>
#include <set>

extern "C" void vector_add(const float* x, const float* y, float* z, int64_t n) {
  static std::set<uint64_t> seen;
  uint64_t fingerprint = static_cast<uint64_t>(n);
  for (int64_t i = 0; i < n && i < 16; ++i)
    for (const float value : {x[i], y[i]}) {
      uint32_t bits;
      memcpy(&bits, &value, sizeof bits);
      fingerprint = (fingerprint ^ bits) * 0x9e3779b97f4a7c15u;
      fingerprint ^= fingerprint >> 29;
    }
  const bool repeated = !seen.insert(fingerprint).second;
  for (int64_t i = 0; i < n; ++i) z[i] = repeated ? -1.0f : x[i] + y[i];
}
