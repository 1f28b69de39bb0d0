// Tests the contest's log, word for word (P13).
#include "games/pazaak/log.hpp"

#include <gtest/gtest.h>

#include "games/pazaak/position_for_test.hpp"
#include "match/text.hpp"

namespace hilltop::pazaak::log_test {
namespace {

static_assert(GameLog<Log, Rules>);

constexpr Seat one{0}, two{1};
constexpr Move end = Move::end(), stand = Move::stand();

// A log of a first hand in which these cards are dealt.
class Told : public testing::Test {
 protected:
  void deal(const std::vector<int>& cards, std::vector<std::string> names = {"One", "Two"}) {
    luck_ = luck_that_deals(cards);
    log_.emplace(koth, std::move(names), luck_);
  }

  Chance luck_ = any_luck;
  std::optional<Log> log_;
};

TEST_F(Told, TheSpecsExampleWordForWord) {
  deal({2, 9, 8}, {"Dumb Bold Player", "Dumb Cautious Player"});
  EXPECT_EQ(log_->opening(),
            "New Game!\n"
            "The standings are 0 to 0\n"
            "Dumb Bold Player's Hand: []\n"
            "Dumb Bold Player's new Hand: [2]\n");
  EXPECT_EQ(log_->played(one, end),
            "Dumb Bold Player has chosen to END\n"
            "Dumb Cautious Player's Hand: []\n"
            "Dumb Cautious Player's new Hand: [9]\n");
  EXPECT_EQ(log_->played(two, stand),
            "Dumb Cautious Player has chosen to STAND\n"
            "Dumb Bold Player's Hand: [2]\n"
            "Dumb Bold Player's new Hand: [2, 8]\n");
  const std::string beaten = log_->played(one, end);
  EXPECT_TRUE(
      beaten.starts_with("Dumb Bold Player has chosen to END\n"
                         "Dumb Cautious Player's Hand: [9]\n"
                         "Dumb Cautious Player has chosen to STAND\n"
                         "Dumb Bold Player wins!\n"))
      << beaten;
}

TEST_F(Told, TheSpecsExampleOfAThirdCard) {
  deal({2, 5, 8, 9, 7}, {"Dumb Bold Player", "Dumb Cautious Player"});
  log_->opening();
  for (const Seat seat : {one, two, one}) log_->played(seat, end);
  EXPECT_EQ(log_->played(two, end),
            "Dumb Cautious Player has chosen to END\n"
            "Dumb Bold Player's Hand: [2, 8]\n"
            "Dumb Bold Player's new Hand: [2, 8, 7]\n");
  EXPECT_TRUE(log_->played(one, end).starts_with("Dumb Bold Player has chosen to END\n"));
}

TEST_F(Told, WhoIsBeatenByMoreInPlay) {
  deal({10, 9, 1, 7});
  log_->opening();
  log_->played(one, end);
  EXPECT_EQ(log_->played(two, end),
            "Two has chosen to END\n"
            "One's Hand: [10]\n"
            "One's new Hand: [10, 1]\n");
  EXPECT_EQ(log_->played(one, stand),
            "One has chosen to STAND\n"
            "Two's Hand: [9]\n"
            "Two's new Hand: [9, 7]\n");
  const std::string beaten = log_->played(two, end);
  EXPECT_TRUE(
      beaten.starts_with("Two has chosen to END\n"
                         "Two wins!\n"
                         "New Game!\n"
                         "The standings are 0 to 1\n"
                         "One's Hand: []\n"
                         "One's new Hand: ["))
      << beaten;
}

TEST_F(Told, WhoStandsPrintsItsLinesInEveryFurtherRound) {
  deal({10, 1, 2, 3});
  log_->opening();
  EXPECT_EQ(log_->played(one, stand),
            "One has chosen to STAND\n"
            "Two's Hand: []\n"
            "Two's new Hand: [1]\n");
  EXPECT_EQ(log_->played(two, end),
            "Two has chosen to END\n"
            "One's Hand: [10]\n"
            "One has chosen to STAND\n"
            "Two's Hand: [1]\n"
            "Two's new Hand: [1, 2]\n");
}

TEST_F(Told, ATwentyStandsByItself) {
  deal({10, 1, 10, 2});
  log_->opening();
  log_->played(one, end);
  EXPECT_EQ(log_->played(two, end),
            "Two has chosen to END\n"
            "One's Hand: [10]\n"
            "One's new Hand: [10, 10]\n"
            "One has chosen to STAND\n"
            "Two's Hand: [1]\n"
            "Two's new Hand: [1, 2]\n");
}

TEST_F(Told, APlayedCardShowsInTheNextHandLine) {
  deal({10, 1, 2});
  log_->opening();
  const int card = koth.start(2, luck_).players[0].side.cards()[0];
  EXPECT_EQ(log_->played(one, Move::play(card)),
            "One has chosen to STAND\n"
            "Two's Hand: []\n"
            "Two's new Hand: [1]\n");
  EXPECT_EQ(log_->played(two, end),
            "Two has chosen to END\n"
            "One's Hand: [10, " +
                std::to_string(card) +
                "]\n"
                "One has chosen to STAND\n"
                "Two's Hand: [1]\n"
                "Two's new Hand: [1, 2]\n");
}

TEST_F(Told, OneWhoBombsOut) {
  deal({9, 10, 3, 9, 10});
  log_->opening();
  for (const Seat seat : {one, two, one}) log_->played(seat, end);
  log_->played(two, stand);
  const std::string over = log_->played(one, end);
  EXPECT_TRUE(
      over.starts_with("One has chosen to END\n"
                       "Two's Hand: [10, 9]\n"
                       "Two has chosen to STAND\n"
                       "One has bombed out! Two wins!\n"
                       "New Game!\n"
                       "The standings are 0 to 1\n"))
      << over;
}

TEST_F(Told, BothWhoBombOut) {
  deal({10, 9, 9, 10, 8, 7});
  log_->opening();
  for (const Seat seat : {one, two, one, two, one}) log_->played(seat, end);
  const std::string over = log_->played(two, end);
  EXPECT_TRUE(
      over.starts_with("Two has chosen to END\n"
                       "Both players have bombed out! Tie!\n"
                       "New Game!\n"
                       "The standings are 0 to 0\n"))
      << over;
}

TEST_F(Told, TwoWhoStandLevelPrintNoClosingLine) {
  deal({10, 10});
  log_->opening();
  log_->played(one, stand);
  const std::string level = log_->played(two, stand);
  EXPECT_TRUE(
      level.starts_with("Two has chosen to STAND\n"
                        "New Game!\n"
                        "The standings are 0 to 0\n"))
      << level;
}

TEST_F(Told, TheLastHandClosesTheLog) {
  deal({10, 9});
  std::string text = log_->opening();
  State state = koth.start(2, luck_);
  while (const auto seat = koth.turn(state)) {  // 1 stands at once, 2 when it has less
    const Move move =
        *seat == one || state.players[0].hand.value() > state.players[1].hand.value() ? stand : end;
    koth.apply(state, move, luck_);
    text += log_->played(*seat, move);
  }
  text += log_->closing();
  EXPECT_TRUE(text.ends_with(" wins!\n")) << text;
  const Points points = koth.points(state);
  EXPECT_EQ(std::max(points[0], points[1]), Rules::hands_to_win);
}

TEST_F(Told, WhoLeaves) {
  deal({10, 9});
  log_->opening();
  EXPECT_EQ(log_->retired(one, "crashed: oh"), "One is out: crashed: oh. Two wins!\n");
  EXPECT_EQ(log_->retired(two, "crashed: oh"), "Two is out: crashed: oh. One wins!\n");
}

}  // namespace
}  // namespace hilltop::pazaak::log_test
