#include "games/pig/solver/win_table.hpp"

#include <gtest/gtest.h>

#include "core/build_for_test.hpp"
#include "games/pig/position_for_test.hpp"

namespace hilltop::pig::win_table_test {
namespace {

// Neller and Presser 2004.
TEST(WinTable, TheFirstPlayerWinsAsOftenAsPublished) {
  EXPECT_NEAR(win_table(100).win(0, 0), 0.5306, 0.00005);
}

// The same game with nothing but its rules: every position is worked out again from those that may
// follow, over and over, until none changes.
std::vector<double> by_brute_force(int target) {
  const auto size = static_cast<std::size_t>(target);
  const auto place = [&](int mine, int theirs, int total) {
    return (static_cast<std::size_t>(mine) * size + static_cast<std::size_t>(theirs)) * size +
           static_cast<std::size_t>(total);
  };
  std::vector<double> win(size * size * size, 0.5);
  const auto worth = [&](int mine, int theirs, int total) {
    if (mine + total >= target) return 1.;
    double roll = 1 - win[place(theirs, mine, 0)];
    for (int die = 2; die <= 6; ++die)
      roll += mine + total + die >= target ? 1 : win[place(mine, theirs, total + die)];
    const double hold = total > 0 ? 1 - win[place(theirs, mine + total, 0)] : 0;
    return std::max(roll / 6, hold);
  };
  for (double change = 1; change > 1e-14;) {
    change = 0;
    for (int mine = 0; mine < target; ++mine)
      for (int theirs = 0; theirs < target; ++theirs)
        for (int total = 0; mine + total < target; ++total) {
          const double now = worth(mine, theirs, total);
          change = std::max(change, std::abs(now - win[place(mine, theirs, total)]));
          win[place(mine, theirs, total)] = now;
        }
  }
  return win;
}

TEST(WinTable, AgreesWithBruteForceOnSmallGames) {
  for (const int target : {10, 25}) {
    const std::vector<double> win = by_brute_force(target);
    const WinTable table(target);
    for (int mine = 0; mine < target; ++mine)
      for (int theirs = 0; theirs < target; ++theirs) {
        const auto at = static_cast<std::size_t>((mine * target + theirs) * target);
        EXPECT_NEAR(table.win(mine, theirs), win[at], 1e-12) << mine << ' ' << theirs;
        for (int total = 2; mine + total < target; ++total) {
          const auto [roll, hold] = table.worth(mine, theirs, total);
          EXPECT_NEAR(std::max(roll, hold), win[at + static_cast<std::size_t>(total)], 1e-12);
        }
      }
  }
}

// Its equations hold to the last bit, or near it: both turns of a pair are solved together.
TEST(WinTable, IsAFixedPoint) {
  const WinTable& table = win_table(100);
  for (int mine = 0; mine < 100; ++mine)
    for (int theirs = 0; theirs < 100; ++theirs)
      EXPECT_NEAR(table.win(mine, theirs), table.worth(mine, theirs, 0).roll, 1e-15);
}

struct Choice {
  int mine, theirs, turn_total;
  Move best;
};

const Choice choices[] = {
    {0, 0, 0, Move::roll},
    {0, 0, 19, Move::roll},
    {0, 0, 21, Move::hold},
    {90, 90, 6, Move::roll},
    {90, 90, 10, Move::hold},  // the end of the race
    {0, 99, 60, Move::roll},
    {99, 0, 2, Move::hold},
    // "Pig puzzle solution" (possiblywrong.wordpress.com, 2014): hold at 22, but not at 27.
    {41, 49, 21, Move::roll},
    {41, 49, 22, Move::hold},
    {41, 49, 26, Move::hold},
    {41, 49, 27, Move::roll},
    {41, 49, 28, Move::hold},
};

TEST(WinTable, ChoosesAsKnown) {
  for (const auto& [mine, theirs, turn_total, best] : choices)
    EXPECT_EQ(win_table(100).best(mine, theirs, turn_total), best)
        << mine << ' ' << theirs << ' ' << turn_total;
}

TEST(WinTable, NeverChoosesWhatTheRulesRefuse) {
  for (int mine = 0; mine < 100; mine += sanitized ? 9 : 1)
    for (int theirs = 0; theirs < 100; ++theirs)
      for (int total = 0; mine + total < 100 + faces; ++total) {
        const Move best = win_table(100).best(mine, theirs, total);
        ASSERT_EQ(Rules::refusal(position(mine, theirs, total), best), "");
      }
}

}  // namespace
}  // namespace hilltop::pig::win_table_test
