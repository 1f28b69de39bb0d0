// What `hilltop solve pig` says.
#include "games/pig/solver/answer.hpp"

#include <gtest/gtest.h>

namespace hilltop::pig::answer_test {
namespace {

std::expected<Solution, Problem> solved(std::map<std::string, std::string> options = {},
                                        const Switches& switches = {}) {
  return Solver::solve("standard", switches, {.options = std::move(options)});
}

double real(const Solution::Cell& cell) { return std::get<Solution::Real>(cell).value; }

TEST(Solve, SaysWhatTheGameIsWorth) {
  const Solution solution = solved().value();
  ASSERT_EQ(solution.values.size(), 2u);
  EXPECT_EQ(solution.values[0].first, "first_seat");
  EXPECT_NEAR(real(solution.values[0].second), 0.5306, 0.00005);
  EXPECT_NEAR(real(solution.values[0].second) + real(solution.values[1].second), 1, 1e-15);
}

TEST(Solve, HasTablesOverScores) {
  const Solution solution = solved().value();
  ASSERT_EQ(solution.tables.size(), 2u);
  for (const Solution::Table& table : solution.tables) {
    EXPECT_EQ(table.columns.size(), 11u);
    EXPECT_EQ(table.columns[2], "theirs_10");
    ASSERT_EQ(table.rows.size(), 10u);
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), 11u);
  }
  EXPECT_EQ(solution.tables[0].name, "win");
  EXPECT_EQ(solution.tables[1].name, "hold_at");
  EXPECT_EQ(std::get<std::int64_t>(solution.tables[1].rows[0][1]), 21);   // 0 to 0
  EXPECT_EQ(std::get<std::int64_t>(solution.tables[1].rows[9][10]), 10);  // 90 to 90
}

struct Asked {
  std::map<std::string, std::string> options;
  std::string best;
  std::vector<std::string> values;
};

const Asked asked[] = {
    {{{"mine", "60"}, {"theirs", "40"}, {"turn", "20"}}, "hold", {"best", "roll", "hold"}},
    {{{"turn", "19"}}, "roll", {"best", "roll", "hold"}},
    {{{"mine", "60"}}, "roll", {"best", "roll"}},
    {{{"mine", "90"}, {"turn", "10"}}, "hold", {"best", "hold"}},
};

TEST(Solve, SaysWhatIsBest) {
  for (const Asked& each : asked) {
    const Solution solution = solved(each.options).value();
    std::vector<std::string> names;
    for (const auto& [name, cell] : solution.values) names.push_back(name);
    EXPECT_EQ(names, each.values);
    EXPECT_EQ(std::get<std::string>(solution.values[0].second), each.best);
  }
}

TEST(Solve, SaysWhatItCannotSolve) {
  EXPECT_EQ(solved({{"mine", "100"}}).error().text,
            "--mine takes a number from 0 to 99, not '100'");
  EXPECT_EQ(solved({{"theirs", "x"}}).error().text,
            "--theirs takes a number from 0 to 99, not 'x'");
  EXPECT_EQ(solved({{"turn", "-1"}}).error().text, "--turn takes a number from 0 to 105, not '-1'");
  EXPECT_EQ(solved({{"mine", "50"}}, {{"target", std::int64_t{50}}}).error().text,
            "--mine takes a number from 0 to 49, not '50'");
  EXPECT_FALSE(Solver::solve("koth", {}, {}));
}

}  // namespace
}  // namespace hilltop::pig::answer_test
