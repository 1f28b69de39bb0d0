#include "rating/ranking.hpp"

#include <gtest/gtest.h>

namespace hilltop::rating::ranking_test {
namespace {

std::vector<std::pair<std::size_t, int>> placed(std::vector<RankingKey> keys) {
  std::vector<std::pair<std::size_t, int>> out;
  for (const Placed& p : ranking(keys)) out.emplace_back(p.row, p.rank);
  return out;
}

using Rows = std::vector<std::pair<std::size_t, int>>;

TEST(Ranking, MoreIsBetter) { EXPECT_EQ(placed({{1}, {3}, {2}}), (Rows{{1, 1}, {2, 2}, {0, 3}})); }

TEST(Ranking, TheSecondNumberBreaksATie) {
  EXPECT_EQ(placed({{5, 1}, {5, 2}, {4, 9}}), (Rows{{1, 1}, {0, 2}, {2, 3}}));
}

TEST(Ranking, ATieThatStaysSharesItsRank) {
  EXPECT_EQ(placed({{1}, {2}, {2}, {0}}), (Rows{{1, 1}, {2, 1}, {0, 3}, {3, 4}}));
}

TEST(Ranking, OfNoRows) { EXPECT_TRUE(placed({}).empty()); }

TEST(PointRule, GomokuCountsTwoOneNone) { EXPECT_EQ((PointRule{2, 1, 0}.of(3, 2, 5)), 8); }

}  // namespace
}  // namespace hilltop::rating::ranking_test
