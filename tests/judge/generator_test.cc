#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "sandbox/judge/draw.h"

namespace leap::judge {
namespace {

using State = std::array<std::uint32_t, 16>;

Key counting_key() {
  Key key;
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(i);
  return key;
}

State state_of(const Key& key, std::uint32_t counter, std::array<std::uint32_t, 3> nonce) {
  State state = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (std::size_t i = 0; i < 32; ++i) state[4 + i / 4] |= std::uint32_t{key[i]} << (8 * (i % 4));
  state[12] = counter;
  std::copy(nonce.begin(), nonce.end(), state.begin() + 13);
  return state;
}

std::string hex(std::span<const std::uint32_t> words) {
  std::string text;
  for (const std::uint32_t word : words) {
    for (int byte = 0; byte < 4; ++byte) {
      text += "0123456789abcdef"[word >> (8 * byte + 4) & 15];
      text += "0123456789abcdef"[word >> (8 * byte) & 15];
    }
  }
  return text;
}

std::string plain_block(const State& state, int rounds) {
  State block;
  detail::chacha_block(state, rounds, block);
  return hex(block);
}

// RFC 8439 section 2.3.2: key 00..1f, nonce 00:00:00:09:00:00:00:4a:00:00:00:00, counter 1.
TEST(Generator, TwentyRoundsMatchRfc8439Section232) {
  EXPECT_EQ(plain_block(state_of(counting_key(), 1, {0x09000000, 0x4a000000, 0}), 20),
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e");
}

// RFC 8439 appendix A.1, test vectors 1 and 2: zero key, zero nonce, counters 0 and 1.
TEST(Generator, TwentyRoundsMatchRfc8439AppendixA1) {
  EXPECT_EQ(plain_block(state_of(Key{}, 0, {}), 20),
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586");
  EXPECT_EQ(plain_block(state_of(Key{}, 1, {}), 20),
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f");
}

// draft-strombergson-chacha-test-vectors-01, TC1 for a 256-bit key and 8 rounds: zero key, zero IV.
TEST(Generator, EightRoundsMatchThePublishedVector) {
  EXPECT_EQ(plain_block(state_of(Key{}, 0, {}), 8),
            "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
            "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42");
}

TEST(Generator, VectorBlocksEqualPlainOnes) {
  Generator generator(counting_key(), 1, 2);
  for (int round = 0; round < 200; ++round) {
    State state;
    generator.fill(state);                    // arbitrary words; any state will do
    if (round == 0) state[12] = 0xffff'fffe;  // the counter wraps inside the group
    for (const int rounds : {8, 12, 20}) {
      std::array<std::uint32_t, 64> four;
      detail::chacha_four_blocks(state, rounds, four);
      State plain = state;
      for (std::size_t block = 0; block < 4; ++block, ++plain[12]) {
        ASSERT_EQ(hex(std::span(four).subspan(16 * block, 16)), plain_block(plain, rounds));
      }
    }
  }
}

TEST(Generator, TheNonceIsStreamAndIndexTheCounterTheBlock) {
  Generator generator(counting_key(), 0x1234'5678, 0x0102'0304'0506'0708);
  for (std::uint32_t counter = 0; counter < 6; ++counter) {
    State words;
    for (std::uint32_t& word : words) word = generator.next32();
    ASSERT_EQ(hex(words), plain_block(state_of(counting_key(), counter, {0x1234'5678, 0x0506'0708, 0x0102'0304}), 8));
  }
}

TEST(Generator, FillGivesTheWordsOfNext32WhateverTheSizes) {
  Generator filling(counting_key(), 3, 4);
  Generator stepping(counting_key(), 3, 4);
  Generator sizes(counting_key(), 5, 6);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint32_t> words(sizes.below(200));
    filling.fill(words);
    for (const std::uint32_t word : words) ASSERT_EQ(word, stepping.next32());
    ASSERT_EQ(filling.next64(), stepping.next64());
  }
}

TEST(Generator, BelowIsUnbiased) {
  Generator generator(counting_key(), 0, 0);
  std::array<int, 6> seen{};
  for (int i = 0; i < 60'000; ++i) ++seen[generator.below(6)];
  for (const int count : seen) EXPECT_NEAR(count, 10'000, 500);
}

// With a bound of 3/4 of 2^64, taking words modulo the bound would give the lower third twice as often as the rest, and
// taking the product's high half without rejection would favour every third value.
TEST(Generator, BelowIsUnbiasedForHugeBounds) {
  Generator generator(counting_key(), 0, 1);
  const std::uint64_t bound = std::uint64_t{3} << 62;
  std::array<int, 3> third{};
  std::array<int, 3> residue{};
  for (int i = 0; i < 60'000; ++i) {
    const std::uint64_t value = generator.below(bound);
    ASSERT_LT(value, bound);
    ++third[value >> 62];
    ++residue[value % 3];
  }
  for (const int count : third) EXPECT_NEAR(count, 20'000, 600);
  for (const int count : residue) EXPECT_NEAR(count, 20'000, 600);
}

TEST(Generator, BelowOneIsZeroAndBelowZeroIsRefused) {
  Generator generator(counting_key(), 0, 0);
  EXPECT_EQ(generator.below(1), 0u);
  EXPECT_THROW(generator.below(0), std::invalid_argument);
}

TEST(Generator, RandomKeysDiffer) { EXPECT_NE(random_key(), random_key()); }

}  // namespace
}  // namespace leap::judge
