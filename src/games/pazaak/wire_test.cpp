#include "games/pazaak/wire.hpp"

#include <gtest/gtest.h>

#include "games/pazaak/position_for_test.hpp"
#include "match/text.hpp"

namespace hilltop::pazaak::wire_test {
namespace {

static_assert(NumberedWire<Wire, Rules>);

TEST(Wire, SaysAllThatAPlayerMayKnow) {
  const State state =
      position({{10, 5}, {4, 1}, Action::end, false, 2}, {{7, 2}, {3}, Action::stand, true, 1}, 0);
  EXPECT_EQ(Wire::prompt(koth.view(state, Seat(0))),
            "player 1 wins 2,1 hand 10,5 theirs 7,2 side 4,1 their_side 1 action STAND played yes");
  EXPECT_EQ(Wire::prompt(koth.view(state, Seat(1))),
            "player 2 wins 2,1 hand 7,2 theirs 10,5 side 3 their_side 2 action END played no");
}

TEST(Wire, WritesAnEmptyListAsADash) {
  const State state = position({{7}, {}, Action::none}, {{}, {}, Action::none}, 0);
  EXPECT_EQ(Wire::prompt(koth.view(state, Seat(0))),
            "player 1 wins 0,0 hand 7 theirs - side - their_side 0 action none played no");
}

TEST(Wire, UnderstandsThreeAnswers) {
  const State state = position({{7}, {}, Action::none}, {{}, {}, Action::none}, 0);
  const View view = koth.view(state, Seat(0));
  EXPECT_EQ(Wire::answer(view, "END"), Move::end());
  EXPECT_EQ(Wire::answer(view, "STAND"), Move::stand());
  EXPECT_EQ(Wire::answer(view, "PLAY 3"), Move::play(3));
  for (const char* nonsense : {"", "end", "PLAY x", "END END", "PLAY 1 2"})
    EXPECT_FALSE(Wire::answer(view, nonsense).has_value()) << nonsense;
}

}  // namespace
}  // namespace hilltop::pazaak::wire_test
