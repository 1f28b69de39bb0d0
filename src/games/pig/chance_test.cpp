// The dice as chance events, and their luck.
#include <gtest/gtest.h>

#include "core/build_for_test.hpp"
#include "games/pig/chance_events.hpp"
#include "games/pig/outcomes.hpp"
#include "games/pig/position_for_test.hpp"
#include "games/pig/text.hpp"
#include "match/chance_laws.hpp"

namespace hilltop::pig::chance_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };
constexpr double deviations_max = 4.5;

TEST(ChanceEvents, AreThoseOfTheRules) {
  FallenOutcomes fallen;
  for (const int seats : {2, 3, seat_range.most})
    for (std::uint64_t seed = 0; seed < (sanitized ? 5 : 20); ++seed) {
      check_chance<ChanceEvents, Rules, Text>(rules_to(target_default), seats, seed, fallen,
                                              expect);
      check_chance<ChanceEvents, Rules, Text>(rules_to(target_default), seats, seed, fallen, expect,
                                              static_cast<int>(seed) % seats);
    }
  EXPECT_LT(fallen.deviations(), deviations_max);
}

TEST(Outcomes, MakeTheSameGame) {
  const auto tell = [](const ChanceEvents::Event& event, std::vector<FallenOutcome>& fell) {
    fell.push_back({event.die() - 1, 1. / faces});
  };
  for (const int seats : {2, 3, seat_range.most})
    for (std::uint64_t seed = 0; seed < (sanitized ? 8 : 20); ++seed)
      check_outcomes<ChanceEvents, Outcomes, SameGame<Rules, Text>>(
          rules_to(target_default), seats, seed, tell, [](const State&, auto&) {}, expect,
          static_cast<int>(seed % 4) - 1);
}

}  // namespace
}  // namespace hilltop::pig::chance_test
