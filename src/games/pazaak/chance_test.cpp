// The side decks and the cards as chance events.
#include <gtest/gtest.h>

#include "games/pazaak/chance_events.hpp"
#include "games/pazaak/outcomes.hpp"
#include "games/pazaak/position_for_test.hpp"
#include "games/pazaak/text.hpp"
#include "match/chance_laws.hpp"

namespace hilltop::pazaak::chance_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };
constexpr double deviations_max = 4.5;

TEST(ChanceEvents, AreThoseOfTheRules) {
  for (const int cards : {0, 4, pazaak::side_cards_max}) {
    const Rules rules = Rules::under("koth", {{"side_cards", std::int64_t{cards}}}).value();
    FallenOutcomes fallen;
    for (std::uint64_t seed = 0; seed < (sanitized ? 10 : 100); ++seed)
      for (const int leaving : {-1, 0, 1})
        check_chance<ChanceEvents, Rules, Text>(rules, 2, seed, fallen, expect,
                                                seed % 10 == 0 ? leaving : -1);
    EXPECT_LT(fallen.deviations(), deviations_max);
  }
}

// The third card of a hand whose first two are known: 38 cards are left.
TEST(ChanceEvents, HaveTheDeckAsItIs) {
  const Chance chance = luck_that_deals({7, 7, 2});
  std::vector<std::pair<int, double>> seen;
  const auto tell = [&](const ChanceEvents::Event& event) {
    seen.clear();
    event.for_each_outcome([&](double chance_of_it, const ChanceEvents::Node& after) {
      seen.emplace_back(after.sides[0].total - event.before().sides[0].total, chance_of_it);
    });
  };
  Rules::State state = ChanceEvents::start(koth, 2, chance, tell);
  ChanceEvents::apply(koth, state, Move::end(), chance, tell);
  ChanceEvents::apply(koth, state, Move::end(), chance, tell);
  ASSERT_EQ(seen.size(), 10u);
  for (const auto& [card, chance_of_it] : seen)
    EXPECT_DOUBLE_EQ(chance_of_it, (card == 7 ? 2 : 4) / 38.) << card;
}

TEST(Outcomes, MakeTheSameGame) {
  const auto tell = [](const ChanceEvents::Event& event, std::vector<FallenOutcome>& fell) {
    if (event.card() > 0) fell.push_back({event.card() - 1, chance_of_what_fell(event)});
  };
  const auto begins = [](const State& state, std::vector<FallenOutcome>& fell) {
    std::vector<FallenOutcome> sides;
    for (const Player& player : state.players)
      for (const int card : player.side.cards()) sides.push_back({card - 1, 0});
    fell.insert(fell.begin(), sides.begin(), sides.end());
  };
  for (const int cards : {0, 4, pazaak::side_cards_max}) {
    const Rules rules = Rules::under("koth", {{"side_cards", std::int64_t{cards}}}).value();
    for (std::uint64_t seed = 0; seed < (sanitized ? 10 : 100); ++seed)
      check_outcomes<ChanceEvents, Outcomes, SameGame<Rules, Text>>(
          rules, 2, seed, tell, begins, expect,
          seed % 10 == 0 ? static_cast<int>(seed / 10 % 2) : -1);
  }
}

// The side decks are dealt from {1,1,2,2,3,3,4,4,5,5} without putting back.
TEST(Outcomes, OfSideCardsAreThoseThatAreLeft) {
  int event = 0;
  const auto choose = [&](std::span<const double> chances) {
    const int card = event % 4 < 2 ? 3 : 5;  // 3, 3, 5, 5, for both players
    if (event < 8) {
      for (int value = 1; value <= 5; ++value) {
        const int gone = value == 3 ? std::min(event % 4, 2) : value == 5 ? event % 4 == 3 : 0;
        EXPECT_DOUBLE_EQ(chances[static_cast<std::size_t>(value - 1)],
                         (2. - gone) / (10 - event % 4))
            << event << ' ' << value;
      }
      EXPECT_EQ(chances[5], 0);
    }
    return (event++ < 8 ? card : 10) - 1;
  };
  const State state = Outcomes::start(koth, 2, choose);
  for (const Player& player : state.players)
    EXPECT_EQ(values(player.side.cards()), (std::vector{3, 3, 5, 5}));
  EXPECT_EQ(event, 9);
  EXPECT_EQ(state[Seat(0)].hand.value(), 10);
}

}  // namespace
}  // namespace hilltop::pazaak::chance_test
