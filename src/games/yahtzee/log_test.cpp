#include "games/yahtzee/log.hpp"

#include <gtest/gtest.h>

#include "games/yahtzee/position_for_test.hpp"
#include "games/yahtzee/text.hpp"
#include "match/text.hpp"

namespace hilltop::yahtzee::log_test {
namespace {

using enum Category;

static_assert(GameLog<Log, Rules>);

Rules with_dice(std::string_view rule_set, std::vector<std::int64_t> dice) {
  return rules_of(rule_set, {{"dice", std::move(dice)}});
}

TEST(Log, TellsATurn) {
  const Rules koth = with_dice("koth", {3, 4, 3, 3, 6, 1, 2, 5, 5, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2});
  Log log(koth, {"greedy", "dummy"}, any_luck);
  EXPECT_EQ(log.opening(), "Yahtzee: greedy and dummy\nRound 1\ngreedy rolls 3 4 3 3 6\n");
  EXPECT_EQ(log.played(Seat(0), keep({0, 2, 3})), "greedy keeps 3 3 3 and now has 1 2 3 3 3\n");
  EXPECT_EQ(log.played(Seat(0), keep({0, 1, 2, 3, 4})), "greedy keeps all of 1 2 3 3 3\n");
  EXPECT_EQ(log.played(Seat(0), Score{three_of_a_kind}),
            "greedy scores 12 in Three of a Kind (total 12)\ndummy rolls 5 5 1 1 1\n");
  EXPECT_EQ(log.played(Seat(1), Score{yahtzee}),
            "dummy scores 0 in Yahtzee (total 0)\nRound 2\ngreedy rolls 1 1 2 2 2\n");
  EXPECT_EQ(log.closing(), "Totals: greedy 12, dummy 0\ngreedy wins with 12\n");
}

TEST(Log, TellsOfRollingEverythingAgain) {
  Log log(with_dice("cab201-basic", {1, 2, 3, 4, 6, 2, 2, 2, 2, 2}), {"Ann"}, any_luck);
  EXPECT_EQ(log.opening(), "Yahtzee: Ann\nRound 1\nAnn rolls 1 2 3 4 6\n");
  EXPECT_EQ(log.played(Seat(0), Keep{}), "Ann keeps nothing and rolls 2 2 2 2 2\n");
}

TEST(Log, TellsOfBonuses) {
  std::vector<std::int64_t> dice(10, 6);
  for (const int face : {5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3}) dice.push_back(face);
  Log log(with_dice("koth", dice), {"Ann"}, any_luck);
  EXPECT_EQ(log.played(Seat(0), Score{yahtzee}),
            "Ann scores 50 in Yahtzee (total 50)\nRound 2\nAnn rolls 6 6 6 6 6\n");
  EXPECT_EQ(
      log.played(Seat(0), Score{sixes}),
      "Ann scores 30 in Sixes, and a Yahtzee bonus of 100 (total 180)\nRound 3\nAnn rolls 5 5 "
      "5 5 5\n");
  log.played(Seat(0), Score{fives});
  EXPECT_EQ(log.played(Seat(0), Score{fours}),
            "Ann scores 20 in Fours, and a Yahtzee bonus of 100, and the upper bonus of 35 (total "
            "460)\nRound 5\nAnn rolls 3 3 3 3 3\n");
}

TEST(Log, TellsThatASeatLeaves) {
  const Rules koth = rules_of("koth");
  Log log(koth, {"Ann", "Bob"}, any_luck);
  State state = koth.start(2, any_luck);
  koth.retire(state, Seat(0), any_luck);
  EXPECT_EQ(
      log.retired(Seat(0), "no answer in time"),
      "Ann leaves the game: no answer in time (total 0)\nBob rolls " + text_of(state.dice) + '\n');
  EXPECT_EQ(log.retired(Seat(1), "crashed"), "Bob leaves the game: crashed (total 0)\n");
  EXPECT_EQ(log.closing(), "Totals: Ann 0, Bob 0\nNobody wins: everybody left\n");
}

TEST(Log, LeavingOutOfTurnIsOneLine) {
  Log log(rules_of("koth"), {"Ann", "Bob"}, any_luck);
  EXPECT_EQ(log.retired(Seat(1), "crashed"), "Bob leaves the game: crashed (total 0)\n");
}

}  // namespace
}  // namespace hilltop::yahtzee::log_test
