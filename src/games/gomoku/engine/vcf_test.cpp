#include "games/gomoku/engine/vcf.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "core/build_for_test.hpp"
#include "games/gomoku/engine/random_position_for_test.hpp"
#include "games/gomoku/positions.hpp"

namespace hilltop::gomoku::vcf_test {
namespace {

std::vector<Point> fives(const VariantBoard& board, Colour colour) {
  std::vector<Point> points;
  for (const Point point : all_points) {
    if (!board.free(point)) continue;
    VariantBoard next = board;
    next.lay(point, colour);
    if (next.wins_at(point)) points.push_back(point);
  }
  return points;
}

// Plays the solver's attack against every answer that the rules allow, with nothing but
// VariantBoard: each stone of the attacker wins, or threatens a five that the defender cannot beat
// to it.
void expect_victory(const VariantBoard& board, Colour attacker, int depth) {
  ASSERT_LT(depth, 60);
  ThreatBoard<15> threats(board);
  VcfSearch<15> vcf(threats);
  ASSERT_GT(vcf.solve(attacker, VcfReach::everywhere, 100'000), 0);
  const Point stone = point_of(vcf.first_move(), 15);
  ASSERT_TRUE(board.free(stone));
  VariantBoard next = board;
  next.lay(stone, attacker);
  if (next.wins_at(stone)) return;
  ASSERT_TRUE(fives(next, other(attacker)).empty());
  const std::vector<Point> threatened = fives(next, attacker);
  ASSERT_FALSE(threatened.empty());
  if (threatened.size() > 1) return;  // one answer cannot block both
  next.lay(threatened[0], other(attacker));
  ASSERT_FALSE(next.wins_at(threatened[0]));
  expect_victory(next, attacker, depth + 2);
}

TEST(VcfSearch, FindsVictoriesThatHoldAgainstEveryDefence) {
  constexpr std::uint32_t positions = sanitized ? 200 : 400;
  int found = 0, deep = 0;
  for (std::uint32_t seed = 0; seed < positions; ++seed) {
    const VariantBoard board = random_position(seed, 24);
    ThreatBoard<15> threats(board);
    for (const auto reach : {VcfReach::everywhere, VcfReach::nearby, VcfReach::fruitful}) {
      VcfSearch<15> vcf(threats);
      const int plies = vcf.solve(Colour::black, reach, 20'000);
      if (plies == 0) continue;
      ++found;
      deep += plies > 5;
      EXPECT_EQ(plies % 2, 1);
      expect_victory(board, Colour::black, 0);
      if (HasFatalFailure()) FAIL() << "seed " << seed;
    }
    EXPECT_EQ(threats.stones(), board.stones());
  }
  EXPECT_GT(found, sanitized ? 25 : 50);
  EXPECT_GT(deep, sanitized ? 5 : 10);
}

// Fours that make nothing else are left out, and nearly all wins are found without them.
TEST(VcfSearch, FindsNearlyAllByFoursThatMakeMore) {
  int wins = 0, missed = 0;
  std::int64_t nodes = 0, fewer = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    ThreatBoard<15> threats(random_position(seed, 24));
    const auto solved = [&](VcfReach reach, std::int64_t& laid) {
      VcfSearch<15> vcf(threats);
      const bool wins_by_fours = vcf.solve(Colour::black, reach, 20'000) != 0;
      laid += vcf.nodes();
      return wins_by_fours;
    };
    const bool nearby = solved(VcfReach::nearby, nodes);
    const bool fruitful = solved(VcfReach::fruitful, fewer);
    EXPECT_TRUE(nearby || !fruitful) << "seed " << seed;
    wins += nearby;
    missed += nearby && !fruitful;
  }
  EXPECT_GT(wins, 50);
  EXPECT_LT(missed, wins / 10);
  EXPECT_LT(2 * fewer, nodes);
}

TEST(VcfSearch, FindsNoneWhereTheDefenderIsFirst) {
  // Black has a four in hand, and White two fives.
  ThreatBoard<15> board(
      standing({{0, 0}, {0, 1}, {0, 2}}, {{5, 5}, {6, 5}, {7, 5}, {8, 5}}, Colour::black).board);
  VcfSearch<15> vcf(board);
  EXPECT_EQ(vcf.solve(Colour::black, VcfReach::everywhere, 10'000), 0);
}

}  // namespace
}  // namespace hilltop::gomoku::vcf_test
