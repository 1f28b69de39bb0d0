// The side decks and the cards as chance events.
#include <gtest/gtest.h>

#include "games/pazaak/chance_events.hpp"
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

}  // namespace
}  // namespace hilltop::pazaak::chance_test
