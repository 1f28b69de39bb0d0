// Laws that every game must keep.
#include "match/laws.hpp"

#include <gtest/gtest.h>

#include "games/pazaak/position_for_test.hpp"
#include "games/pazaak/text.hpp"

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
