#include "games/pazaak/bots/adviser.hpp"

#include <gtest/gtest.h>

#include "games/pazaak/bots/solver_bot.hpp"
#include "match/session.hpp"

namespace hilltop::pazaak::adviser_test {
namespace {

TEST(Adviser, SaysWhatTheSolverPlays) {
  const Rules rules = *Rules::under("koth", {{"side_cards", std::int64_t{2}}});
  SolverBot solver;
  int with_numbers = 0;
  for (std::uint32_t game = 0; game < 3; ++game) {
    Session<Rules> session(rules, 2, Chance(5, game));
    session.play_through([&](Seat, const Rules::View& view) {
      const Rules::Move move = solver.choose(view);
      const Advice<Rules> advice = advise(view);
      EXPECT_EQ(advice.choices[0].move, move);
      with_numbers += advice.choices.size() > 1;
      for (const auto& choice : advice.choices) EXPECT_EQ(rules.refusal(view, choice.move), "");
      return move;
    });
  }
  EXPECT_GT(with_numbers, 5);
}

}  // namespace
}  // namespace hilltop::pazaak::adviser_test
