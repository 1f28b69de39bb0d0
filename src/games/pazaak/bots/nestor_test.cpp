#include "games/pazaak/bots/nestor.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "core/build_for_test.hpp"

namespace hilltop::pazaak::nestor_test {
namespace {

// Visits every pair of hands for which Nestor computes: its own of 10 to 19 and the opponent's of
// any value, from four cards each of 1 to 10.
class EveryPair {
 public:
  EveryPair() {
    std::ranges::fill(left_, 4);
    add_mine(1, 0, CardCounts());
  }
  // Returns 'E', 'S', or '?' if the cards decide; 0 if there is no such pair.
  char verdict(int m, int o) const { return "\0ES?"[seen_[m][o]]; }

 private:
  void add_mine(int value, int m, CardCounts tally) {
    if (value > 10) {
      if (m >= 10) add_theirs(1, m, 0, tally);
      return;
    }
    const int left = left_[value];
    for (int cards = 0; cards <= left && m + cards * value < target; ++cards) {
      left_[value] = left - cards;
      add_mine(value + 1, m + cards * value, tally);
      tally.add(value);
    }
    left_[value] = left;
  }

  void add_theirs(int value, int m, int o, CardCounts tally) {
    if (value > 10) {
      seen_[m][o] |= o == target || Payoffs(m, o, tally).drawing_pays_more() ? 1 : 2;
      return;
    }
    for (int cards = 0; cards <= left_[value] && o + cards * value < 30; ++cards) {
      add_theirs(value + 1, m, o + cards * value, tally);
      tally.add(value);
    }
  }

  int left_[11] = {};
  int seen_[target][30] = {};
};

TEST(Nestor, TotalsDecideWhereTheTableSaysSo) {
  if (sanitized) GTEST_SKIP() << "the optimized build visits all pairs";
  const EveryPair every;
  for (int m = 10; m < target; ++m)
    for (int o = 0; o < 30; ++o) {
      const char settled = by_totals[m - 10][o];
      if (settled == '?') continue;
      EXPECT_EQ(every.verdict(m, o), settled) << "m " << m << ", o " << o;
    }
}

}  // namespace
}  // namespace hilltop::pazaak::nestor_test
