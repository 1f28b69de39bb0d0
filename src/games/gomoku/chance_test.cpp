// The opening as a chance event.
#include <gtest/gtest.h>

#include "core/build_for_test.hpp"
#include "games/gomoku/chance_events.hpp"
#include "games/gomoku/outcomes.hpp"
#include "games/gomoku/text.hpp"
#include "match/chance_laws.hpp"

namespace hilltop::gomoku::chance_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };
constexpr double deviations_max = 4.5;

// An opening of three stones, and one that is its own mirror image.
const std::vector<std::int64_t> openings{707, 808, 709, -1, 707, 708, 706, -1};

TEST(ChanceEvents, AreThoseOfTheRules) {
  for (const char* set : {"koth", "swap2", "freestyle"}) {
    const Rules rules = Rules::under(set, {{"openings", openings}}).value();
    FallenOutcomes fallen;
    for (std::uint64_t seed = 0; seed < (sanitized ? 20 : 100); ++seed)
      check_chance<ChanceEvents, Rules, Text>(rules, 2, seed, fallen, expect,
                                              seed % 10 == 0 ? 0 : -1);
    EXPECT_LT(fallen.deviations(), deviations_max) << set;
  }
}

TEST(Outcomes, AreTheOpeningsInAllSymmetries) {
  const Rules rules = Rules::under("koth", {{"openings", openings}}).value();
  ASSERT_EQ(Outcomes::count(rules), 16);
  std::vector<std::pair<State, double>> chosen;  // positions and their chances
  for (int outcome = 0; outcome < Outcomes::count(rules); ++outcome) {
    double chance = 0;
    State state = Outcomes::start(rules, 2, [&](std::span<const double> chances) {
      chance = chances[static_cast<std::size_t>(outcome)];
      return outcome;
    });
    const auto same = std::ranges::find(chosen, state, &std::pair<State, double>::first);
    if (same == chosen.end())
      chosen.emplace_back(std::move(state), chance);
    else
      same->second += chance;
  }
  std::size_t outcomes = 0;
  ChanceEvents::start(rules, 2, Chance(1, 0), [&](const ChanceEvents::Event& event) {
    event.for_each_outcome([&](double chance, const ChanceEvents::Node& after) {
      ++outcomes;
      const auto same = std::ranges::find(chosen, after.state, &std::pair<State, double>::first);
      ASSERT_NE(same, chosen.end());
      EXPECT_DOUBLE_EQ(same->second, chance);
    });
  });
  EXPECT_EQ(outcomes, chosen.size());
}

TEST(ChanceEvents, OfAGameWithoutOpeningsAreNone) {
  for (const char* set : {"koth", "freestyle"}) {
    const Rules rules = Rules::under(set, {}).value();
    int events = 0;
    ChanceEvents::start(rules, 2, Chance(1, 0), [&](const ChanceEvents::Event&) { ++events; });
    EXPECT_EQ(events, 0) << set;
  }
}

}  // namespace
}  // namespace hilltop::gomoku::chance_test
