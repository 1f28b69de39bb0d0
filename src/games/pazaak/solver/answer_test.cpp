// Tests `hilltop solve pazaak` with one side card each, because that is solved at once.
#include "games/pazaak/solver/answer.hpp"

#include <gtest/gtest.h>

namespace hilltop::pazaak::answer_test {
namespace {

std::expected<Solution, Problem> solved(std::int64_t side_cards, int threads) {
  return Solver::solve("koth", {{"side_cards", side_cards}}, {.options = {}, .threads = threads});
}

double value(const Solution& solution, std::string_view name) {
  for (const auto& [known, cell] : solution.values)
    if (known == name) return std::get<Solution::Real>(cell).value;
  throw std::logic_error("no such value");
}

TEST(Solve, SharesOneGameAndBoundsTheSolver) {
  const Solution solution = solved(1, 1).value();
  EXPECT_NEAR(value(solution, "player_1") + value(solution, "player_2"), 1, 1e-9);
  EXPECT_GT(value(solution, "exploitability_at_most"), 0);
  EXPECT_LT(value(solution, "exploitability_at_most"), 0.001);
  ASSERT_EQ(solution.tables.size(), 1u);
  const auto& rows = solution.tables[0].rows;
  ASSERT_EQ(rows.size(), 5u);
  double mean = 0;
  for (const auto& row : rows)
    mean += std::get<Solution::Real>(row[1]).value * std::get<Solution::Real>(row[4]).value;
  EXPECT_NEAR(mean, 0.5, 1e-6);
  EXPECT_GT(std::get<Solution::Real>(rows[0][4]).value, std::get<Solution::Real>(rows[4][4]).value);
}

TEST(Solve, SaysTheSameWithAnyNumberOfThreads) {
  EXPECT_EQ(std::get<std::string>(solved(1, 1)->values.back().second),
            std::get<std::string>(solved(1, 3)->values.back().second));
}

TEST(Solve, SaysWhatItCannotSolve) {
  EXPECT_EQ(solved(6, 1).error().text,
            "the game is solved for up to 5 side cards, not side_cards=6");
  EXPECT_FALSE(solved(11, 1));
  EXPECT_FALSE(Solver::solve("kohl", {}, {}));
}

}  // namespace
}  // namespace hilltop::pazaak::answer_test
