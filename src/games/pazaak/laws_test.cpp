// Laws that every game must keep.
#include "match/laws.hpp"

#include <gtest/gtest.h>

#include "games/pazaak/position_for_test.hpp"
#include "games/pazaak/text.hpp"
#include "games/pazaak/wire.hpp"

namespace hilltop::pazaak::laws_test {
namespace {

static_assert(Game<Rules> && Enumerable<Rules> && HasSubstitute<Rules>);

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };
constexpr std::uint64_t seeds = sanitized ? 100 : 1000;

TEST(Laws, Hold) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) check_laws<Rules, Text>(koth, 2, seed, expect);
}

TEST(Laws, HoldForAnySideDeck) {
  for (int cards = 0; cards <= side_cards_max; ++cards) {
    const Rules rules = Rules::under("koth", {{"side_cards", std::int64_t{cards}}}).value();
    for (std::uint64_t seed = 0; seed < seeds / 10; ++seed)
      check_laws<Rules, Text>(rules, 2, seed, expect);
  }
}

TEST(Laws, AViewIsReadAsItIsWritten) {
  for (std::uint64_t seed = 0; seed < seeds / 5; ++seed)
    check_views<Wire, Rules>(koth, 2, seed, expect);
  const auto why = [](const char* view) {
    const auto state = Wire::read(koth, view);
    return state ? "" : state.error();
  };
  EXPECT_EQ(why("player 1 wins 0,0 hand 9 theirs - side 1,1 their_side 2 action none played no"),
            "");
  EXPECT_EQ(why("player 3 wins 0,0 hand 9 theirs - side 1 their_side 2 action none played no"),
            "player is a whole number from 1 to 2, not 3");
  EXPECT_EQ(why("player 1 wins 0,0 hnd 9 theirs - side 1 their_side 2 action none played no"),
            "expected 'hand', not 'hnd'");
  EXPECT_EQ(why("player 1 wins 0,0 hand 9,11 theirs - side 1 their_side 2 action none played no"),
            "hand is 1 to 11 whole numbers from 1 to 10 with commas between them, not 9,11");
  EXPECT_EQ(why("player 1 wins 0,0 hand 9 theirs - side 1 their_side 2 action stop played no"),
            "action is one of none END STAND, not stop");
  EXPECT_EQ(why("player 1 wins 0,0 hand 9 theirs - side 1 their_side 2 action none"),
            "expected 'played', not ''");
  EXPECT_EQ(why("player 1 wins 0,0 hand 10,10 theirs - side 1 their_side 2 action none played no"),
            "a player with 20 stands, and is not asked");
  EXPECT_NE(why("player 1 wins 0,0 hand 9 theirs - side 1,1,1 their_side 2 action none played no"),
            "");
  EXPECT_NE(why("player 1 wins 3,0 hand 9 theirs - side 1 their_side 2 action none played no"), "");
}

// Changes the opponent's side cards and the order of the remaining deck; keeps everything that has
// been seen.
TEST(Laws, P9_SideCardsAndTheOrderOfTheDeckStaySecret) {
  const auto disguise = [](State& state, Seat seat, Draw& pick) {
    SideDeck& side = state[opponent(seat)].side;
    std::uint64_t luck = pick.word64();
    side = SideDeck(side.count(), luck);
    state.deck = DeckOf(Chance(pick.word64(), 0), 1).deck();
  };
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    check_secrets<Rules, Text>(koth, 2, seed, disguise, expect);
}

}  // namespace
}  // namespace hilltop::pazaak::laws_test
