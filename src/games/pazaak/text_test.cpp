#include "games/pazaak/text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "games/pazaak/position_for_test.hpp"
#include "match/text.hpp"

namespace hilltop::pazaak::text_test {
namespace {

static_assert(Notation<Text, Rules>);

const std::string allowed = "say END, STAND or PLAY and a card, such as PLAY 3";

TEST(Text, MovesAreWrittenInOneWay) {
  EXPECT_EQ(Text::write(Move::end()), "END");
  EXPECT_EQ(Text::write(Move::stand()), "STAND");
  EXPECT_EQ(Text::write(Move::play(3)), "PLAY 3");
  EXPECT_EQ(Text::write(Move::play(0)), "PLAY");
  EXPECT_EQ(Text::write(Move::none()), "NONE");
}

TEST(Text, WhiteSpaceSaysNothing) {
  EXPECT_EQ(Text::read(" END\r"), Move::end());
  EXPECT_EQ(Text::read("\t STAND \v\f"), Move::stand());
  EXPECT_EQ(Text::read("  PLAY \t 5 "), Move::play(5));
}

TEST(Text, P10_ImpossibleCardsAndNoActionAreLeftToTheRules) {
  EXPECT_EQ(Text::read("NONE"), Move::none());
  EXPECT_EQ(Text::read("PLAY"), Move::play(0));
  EXPECT_EQ(Text::read("PLAY 6"), Move::play(6));
  EXPECT_EQ(Text::read("PLAY 99"), Move::play(99));
}

TEST(Text, OtherTextGetsTheAllowedForms) {
  for (const std::string_view text :
       {"",          "  ",          "end",      "End",      "PLAY 0",
        "PLAY -1",   "PLAY +1",     "PLAY 100", "PLAY 1 2", "PLAY 252",
        "NONE 3",    "PLAY 3x",     "PLAY x",   "PLAY3",    "PLAY 99999999999999999999",
        "END 3",     "STAND STAND", "END\n",    "3",        "PLAY 1.0",
        "PLAY \xff", "\xc3\xa9"})
    EXPECT_EQ(Text::read(text).error(), allowed) << text;
}

TEST(Text, AViewSaysAllThatABotSees) {
  const State state =
      position({{10, 5}, {4, 1}, Action::end, false, 2}, {{7, 2}, {3}, Action::stand, true, 1}, 0);
  EXPECT_EQ(Text::write(koth.view(state, Seat(0))),
            "player 1 wins 2 1 hand [10, 5] theirs [7, 2] side [4, 1] their side 1 action STAND "
            "played");
  EXPECT_EQ(Text::write(koth.view(state, Seat(1))),
            "player 2 wins 2 1 hand [7, 2] theirs [10, 5] side [3] their side 2 action END");
  const State fresh = position({{}, {}}, {{}, {}}, 0);
  EXPECT_EQ(Text::write(koth.view(fresh, Seat(0))),
            "player 1 wins 0 0 hand [] theirs [] side [] their side 0 action none");
}

Move any_move() {
  switch (*rc::gen::inRange(0, 4)) {
    case 0: return Move::end();
    case 1: return Move::stand();
    case 2: return Move::none();
    default: return Move::play(*rc::gen::inRange(0, 100));
  }
}

RC_GTEST_PROP(Text, RoundTrips, ()) {
  const Move move = any_move();
  RC_ASSERT(Text::read(Text::write(move)).value() == move);
}

RC_GTEST_PROP(Text, DamagedMovesAreReadAsWrittenOrRefused, ()) {
  std::string text = Text::write(any_move());
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
  text.replace(at, *rc::gen::inRange<std::size_t>(0, 4), *rc::gen::arbitrary<std::string>());
  const auto read = Text::read(text);
  if (read) RC_ASSERT(Text::read(Text::write(*read)).value() == *read);
  if (!read) RC_ASSERT(read.error() == allowed);
}

RC_GTEST_PROP(Text, HostileBytesAreOnlyText, (const std::string& text)) {
  const auto read = Text::read(text);
  RC_ASSERT(read.has_value() || read.error() == allowed);
}

TEST(Text, ALongLineIsOnlyALine) {
  EXPECT_FALSE(Text::read("PLAY " + std::string(1'000'000, '9')));
  EXPECT_EQ(Text::read(std::string(1'000'000, ' ') + "END"), Move::end());
}

}  // namespace
}  // namespace hilltop::pazaak::text_test
