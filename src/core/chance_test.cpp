#include "core/chance.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace hilltop::chance_test {
namespace {

// Known answer of Philox4x32-10: the generator's own published vectors (Random123, kat_vectors),
// counter and key all zero.
TEST(Chance, IsPhilox4x32_10) {
  Draw draw(0, 0, 0, 0);
  EXPECT_EQ(draw.word32(), 0x6627e8d5u);
  EXPECT_EQ(draw.word32(), 0xe169c58du);
  EXPECT_EQ(draw.word32(), 0xbc57ac4cu);
  EXPECT_EQ(draw.word32(), 0x9b00dbd8u);
}

TEST(Chance, SameOccasionSameWords) {
  const Chance chance(42, 7);
  Draw a = chance.on(3, 1);
  Draw other = chance.on(4, 1);
  for (int i = 0; i < 100; ++i) other.below(6);
  Draw b = chance.on(3, 1);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(a.word32(), b.word32());
}

TEST(Chance, EveryPartOfTheOccasionCounts) {
  std::set<std::uint64_t> first_words;
  for (std::uint64_t key : {0ull, 1ull, 1ull << 32})
    for (std::uint32_t game : {0u, 1u})
      for (std::uint32_t occasion : {0u, 1u})
        for (std::uint32_t part : {0u, 1u})
          first_words.insert(Chance(key, game).on(occasion, part).word64());
  EXPECT_EQ(first_words.size(), 24u);
}

// Pearson's chi-squared test against the uniform distribution; the bound is at least the 1 - 1e-6
// quantile.
TEST(Draw, BelowIsUniform) {
  for (const std::uint32_t bound : {2u, 3u, 5u, 6u, 10u, 40u}) {
    std::array<double, 40> seen{};
    Draw draw(1234, 0, bound, 0);
    const int draws = 200'000;
    for (int i = 0; i < draws; ++i) ++seen[draw.below(bound)];
    const double expected = static_cast<double>(draws) / bound;
    double chi2 = 0;
    for (std::uint32_t v = 0; v < bound; ++v)
      chi2 += (seen[v] - expected) * (seen[v] - expected) / expected;
    const double df = bound - 1;
    EXPECT_LT(chi2, df + 5 * std::sqrt(2 * df) + 16) << "bound " << bound;
  }
}

TEST(Draw, BelowStaysBelowForHardBounds) {
  Draw draw(99, 0, 0, 0);
  for (const std::uint32_t bound : {1u, 0x80000001u, 0xffffffffu})
    for (int i = 0; i < 1000; ++i) ASSERT_LT(draw.below(bound), bound);
}

}  // namespace
}  // namespace hilltop::chance_test
