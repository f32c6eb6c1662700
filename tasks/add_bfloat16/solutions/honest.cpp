// expect: correct
// Puts the bits into the upper half of a float32 by memcpy and rounds by comparing what is dropped with one half.
#include <leap_task.h>

#include <cstdint>
#include <cstring>

namespace {

float decode(uint16_t bits) {
  const uint32_t word = static_cast<uint32_t>(bits) << 16;
  float value;
  std::memcpy(&value, &word, sizeof value);
  return value;
}

uint16_t encode(float value) {
  uint32_t word;
  std::memcpy(&word, &value, sizeof word);
  uint16_t kept = static_cast<uint16_t>(word >> 16);
  const uint32_t dropped = word & 0xffffu;
  const bool up = dropped > 0x8000u || (dropped == 0x8000u && kept % 2 == 1);
  if (up) ++kept;  // a carry into the exponent is right: the next number has the next exponent
  return kept;
}

}  // namespace

extern "C" void add_bfloat16(const uint16_t* x, const uint16_t* y, uint16_t* z, int64_t n) {
  for (int64_t i = 0; i < n; ++i) z[i] = encode(decode(x[i]) + decode(y[i]));
}
