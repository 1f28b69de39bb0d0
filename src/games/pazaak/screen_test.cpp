#include "games/pazaak/screen.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "games/pazaak/position_for_test.hpp"
#include "match/text.hpp"

namespace hilltop::pazaak::screen_test {
namespace {

static_assert(hilltop::Screen<Screen, Rules>);
static_assert(Screen::saves_anywhere);

const std::vector<std::string> names{"Ann", "Bastila"};
const State state =
    position({{5, 4}, {4, 1}, Action::end, false, 2}, {{7, 10}, {3}, Action::stand, true, 1}, 0);
const View ann = koth.view(state, Seat(0)), bastila = koth.view(state, Seat(1));

TEST(Screen, ShowsWhatABotWouldSee) {
  EXPECT_EQ(Screen::show(ann, names),
            "Hands won: Ann 2, Bastila 1\n"
            "  Ann      9   [5, 4]  side cards: [4, 1]\n"
            "  Bastila  17  [7, 10]  side cards: 1 hidden, stands\n");
  EXPECT_EQ(Screen::show(bastila, names),
            "Hands won: Ann 2, Bastila 1\n"
            "  Bastila  17  [7, 10]  side cards: [3]\n"
            "  Ann      9   [5, 4]  side cards: 2 hidden\n");
}

TEST(Screen, NeedsNoConfirmation) {
  EXPECT_EQ(Screen::before(ann), "");
  EXPECT_EQ(Screen::after(ann, Move::end()), "");
}

TEST(Screen, AsksForWhatCanBeDone) {
  EXPECT_EQ(Screen::question(ann), "end, stand or play a side card");
  EXPECT_NE(Screen::help(ann).find("you have [4, 1]"), std::string::npos);
  const State poor = position({{5, 4}}, {{7}}, 0);
  const View without = koth.view(poor, Seat(0));
  EXPECT_EQ(Screen::question(without), "end or stand");
  EXPECT_EQ(Screen::help(without).find("play"), std::string::npos);
}

TEST(Screen, UnderstandsWhatPeopleType) {
  const std::pair<const char*, Move> table[] = {
      {"end", Move::end()},      {"e", Move::end()},     {"END", Move::end()},
      {"stand", Move::stand()},  {"s", Move::stand()},   {"Stand", Move::stand()},
      {"play 4", Move::play(4)}, {"p 1", Move::play(1)}, {"PLAY  4", Move::play(4)},
  };
  for (const auto& [line, move] : table) EXPECT_EQ(Screen::read(ann, line), move) << line;
}

TEST(Screen, SaysWhatIsWrong) {
  for (const char* line : {"", "x", "4", "play x", "end now", "play 4 1", "p"})
    EXPECT_EQ(Screen::read(ann, line).error(),
              "that is not an answer here: type end, stand, or play and a card such as 'play 3'")
        << line;
  EXPECT_EQ(Screen::read(ann, "play 3").error(),
            "that card is not in the side deck; you have [4, 1]");
  EXPECT_EQ(Screen::read(ann, "play").error(),
            "PLAY needs a card of the side deck; you have [4, 1]");
}

TEST(Screen, AnnouncesTheWinner) {
  EXPECT_EQ(Screen::ending(koth, position({{}, {}, {}, {}, 3}, {{}, {}, {}, {}, 1}, 0), names),
            "Ann wins the game, 3 to 1\n");
  EXPECT_EQ(Screen::ending(koth, position({{}, {}, {}, {}, 2}, {{}, {}, {}, {}, 3}, 0), names),
            "Bastila wins the game, 3 to 2\n");
  EXPECT_EQ(Screen::ending(koth, position({{}, {}, {}, {}, 2}, {{}, {}, {}, {}, 2}, 0), names),
            "The game is a tie, 2 to 2\n");
}

RC_GTEST_PROP(Screen, AnyLineIsAMoveOrAnError, (const std::string& line)) {
  const auto read = Screen::read(ann, line);
  if (read) RC_ASSERT(koth.refusal(ann, *read).empty());
  if (!read) RC_ASSERT(!read.error().empty());
}

}  // namespace
}  // namespace hilltop::pazaak::screen_test
