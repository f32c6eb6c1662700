// The ChaCha generator of draw.h.
#include <sys/random.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "sandbox/judge/draw.h"

namespace leap::judge {
namespace {

constexpr int kRounds = 8;
constexpr std::size_t kCounter = 12;  // place of the block counter in the state

template <typename Word>
Word rotate_left(Word word, int bits) {
  return (word << bits) | (word >> (32 - bits));
}

template <typename Word>
void quarter_round(Word& a, Word& b, Word& c, Word& d) {
  a += b, d = rotate_left(d ^ a, 16);
  c += d, b = rotate_left(b ^ c, 12);
  a += b, d = rotate_left(d ^ a, 8);
  c += d, b = rotate_left(b ^ c, 7);
}

template <typename Word>
void double_round(Word* x) {
  quarter_round(x[0], x[4], x[8], x[12]);
  quarter_round(x[1], x[5], x[9], x[13]);
  quarter_round(x[2], x[6], x[10], x[14]);
  quarter_round(x[3], x[7], x[11], x[15]);
  quarter_round(x[0], x[5], x[10], x[15]);
  quarter_round(x[1], x[6], x[11], x[12]);
  quarter_round(x[2], x[7], x[8], x[13]);
  quarter_round(x[3], x[4], x[9], x[14]);
}

// A word of four consecutive blocks.
using Lanes = std::uint32_t __attribute__((vector_size(16)));

// Rows of four words, one block a lane, become four words of one block each.
void store_transposed(const Lanes* rows, std::uint32_t* out) {
  const Lanes low01 = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
  const Lanes high01 = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
  const Lanes low23 = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
  const Lanes high23 = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
  const Lanes blocks[4] = {
      __builtin_shufflevector(low01, low23, 0, 1, 4, 5), __builtin_shufflevector(low01, low23, 2, 3, 6, 7),
      __builtin_shufflevector(high01, high23, 0, 1, 4, 5), __builtin_shufflevector(high01, high23, 2, 3, 6, 7)};
  for (int block = 0; block < 4; ++block) std::memcpy(out + 16 * block, &blocks[block], sizeof blocks[block]);
}

std::uint32_t little_endian(const std::uint8_t* bytes) {
  return bytes[0] | std::uint32_t{bytes[1]} << 8 | std::uint32_t{bytes[2]} << 16 | std::uint32_t{bytes[3]} << 24;
}

}  // namespace

Key random_key() {
  Key key;
  std::size_t filled = 0;
  while (filled < key.size()) {
    const ssize_t got = getrandom(key.data() + filled, key.size() - filled, 0);
    if (got < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "getrandom");
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  return key;
}

Generator::Generator(const Key& key, std::uint32_t stream, std::uint64_t index) {
  state_ = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};  // "expand 32-byte k"
  for (std::size_t i = 0; i < 8; ++i) state_[4 + i] = little_endian(key.data() + 4 * i);
  state_[13] = stream;
  state_[14] = static_cast<std::uint32_t>(index);
  state_[15] = static_cast<std::uint32_t>(index >> 32);
}

std::uint32_t Generator::next32() {
  if (used_ == kWords) refill();
  return block_[used_++];
}

std::uint64_t Generator::next64() {
  const std::uint64_t low = next32();
  return low | std::uint64_t{next32()} << 32;
}

// Lemire, "Fast random integer generation in an interval" (2019): the high half of word * bound is the answer; the low
// half tells the few words, 2^64 mod bound of them, that would make some answers likelier.
std::uint64_t Generator::below(std::uint64_t bound) {
  if (bound == 0) throw std::invalid_argument("below(0)");
  unsigned __int128 product = static_cast<unsigned __int128>(next64()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t surplus = -bound % bound;
    while (static_cast<std::uint64_t>(product) < surplus) {
      product = static_cast<unsigned __int128>(next64()) * bound;
    }
  }
  return static_cast<std::uint64_t>(product >> 64);
}

void Generator::fill(std::span<std::uint32_t> words) {
  const std::size_t left = std::min(words.size(), kWords - used_);
  std::copy_n(block_.begin() + static_cast<std::ptrdiff_t>(used_), left, words.begin());
  used_ += left;
  words = words.subspan(left);
  while (words.size() >= kWords) {
    detail::chacha_four_blocks(state_, kRounds, words.first<kWords>());
    state_[kCounter] += 4;
    words = words.subspan(kWords);
  }
  for (std::uint32_t& word : words) word = next32();
}

void Generator::refill() {
  detail::chacha_four_blocks(state_, kRounds, block_);
  state_[kCounter] += 4;
  used_ = 0;
}

namespace detail {

void chacha_block(const std::array<std::uint32_t, 16>& state, int rounds, std::span<std::uint32_t, 16> out) {
  std::array<std::uint32_t, 16> x = state;
  for (int round = 0; round < rounds; round += 2) double_round(x.data());
  for (std::size_t i = 0; i < 16; ++i) out[i] = x[i] + state[i];
}

void chacha_four_blocks(const std::array<std::uint32_t, 16>& state, int rounds, std::span<std::uint32_t, 64> out) {
  Lanes start[16];
  for (std::size_t i = 0; i < 16; ++i) start[i] = Lanes{} + state[i];
  start[kCounter] += Lanes{0, 1, 2, 3};
  Lanes x[16];
  std::copy_n(start, 16, x);
  for (int round = 0; round < rounds; round += 2) double_round(x);
  for (std::size_t i = 0; i < 16; ++i) x[i] += start[i];
  for (std::size_t row = 0; row < 16; row += 4) store_transposed(x + row, out.data() + row);
}

}  // namespace detail

}  // namespace leap::judge
