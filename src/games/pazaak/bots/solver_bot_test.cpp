// Tests the bots that play a solved game, with few side cards, because that is solved at once.
#include "games/pazaak/bots/solver_bot.hpp"

#include <gtest/gtest.h>

#include "games/pazaak/bots/bots.hpp"
#include "games/pazaak/position_for_test.hpp"
#include "match/session.hpp"

namespace hilltop::pazaak::solver_bot_test {
namespace {

constexpr Move end = Move::end(), stand = Move::stand();

Move decision(const Before& mine, const Before& theirs) {
  SolverBot bot;
  return bot.choose(koth.view(position(mine, theirs, 0), Seat(0)));
}
Before stands(std::vector<int> hand) { return {std::move(hand), {}, Action::stand}; }

TEST(SolverBot, PlaysObviouslyBestMoves) {
  EXPECT_EQ(decision({{5, 5}}, {{9}, {}, Action::end}), end) << "no card can bust";
  EXPECT_EQ(decision({{10, 8}}, stands({10, 7})), stand) << "it has won";
  EXPECT_EQ(decision({{6}}, stands({5})), stand) << "it has won";
  EXPECT_EQ(decision({{10, 7}}, stands({10, 9})), end) << "it has lost, but for a card";
  EXPECT_EQ(decision({{10, 7}, {3}}, stands({10, 9})), Move::play(3)) << "only that card wins";
  EXPECT_EQ(decision({{10, 9, 2}}, {{9}, {}, Action::end}), stand) << "it is bust";
  EXPECT_EQ(decision({{9, 9}}, stands({9, 9, 4})), stand) << "the other is bust";
  EXPECT_EQ(decision({{10, 9}}, {{4}, {}, Action::end}), stand) << "19 is good";
}

TEST(SolverBot, MakesLegalMovesOnlyAndBeatsTheKid) {
  const Rules rules = Rules::under("koth", {{"side_cards", std::int64_t{2}}}).value();
  constexpr std::uint32_t games = sanitized ? 400 : 4000;
  SolverBot solver;
  const auto kid = std::ranges::find(house_bots(), "kid", &HouseBot<Rules>::name)->make();
  int won = 0;
  for (std::uint32_t game = 0; game < games; ++game) {
    const Chance luck(4, game);
    Session<Rules> session(rules, 2, luck);
    const auto own = static_cast<int>(game % 2);
    session.play_through([&](Seat seat, const View& view) {
      return index(seat) == own ? solver.choose(view) : kid->choose(view);
    });
    EXPECT_TRUE(session.faults().empty());
    won += session.points()[own] == Rules::hands_to_win;
  }
  EXPECT_GT(2 * won, static_cast<int>(games));
}

}  // namespace
}  // namespace hilltop::pazaak::solver_bot_test
