// The dice as chance events.
#include <gtest/gtest.h>

#include "games/yahtzee/chance_events.hpp"
#include "games/yahtzee/outcomes.hpp"
#include "games/yahtzee/position_for_test.hpp"
#include "games/yahtzee/text.hpp"
#include "match/chance_laws.hpp"

namespace hilltop::yahtzee::chance_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };
constexpr double deviations_max = 4.5;

TEST(ChanceEvents, AreThoseOfTheRules) {
  FallenOutcomes fallen;
  for (const RuleSet& set : rule_sets)
    for (const int seats : {1, 2, 6})
      for (std::uint64_t seed = 0; seed < (sanitized ? 2 : 10); ++seed) {
        check_chance<ChanceEvents, Rules, Text>(rules_of(set.name), seats, seed, fallen, expect);
        check_chance<ChanceEvents, Rules, Text>(rules_of(set.name), seats, seed, fallen, expect,
                                                static_cast<int>(seed) % seats);
      }
  EXPECT_LT(fallen.deviations(), deviations_max);
}

// The same dice may lie in another order.
struct SameDice {
  static std::string text(View view) {
    std::ranges::sort(view.dice);
    return Text::write(view);
  }
  static Move move(const Move& move, const View& of, const View& in) {
    const auto* const keep = std::get_if<Keep>(&move);
    if (keep == nullptr) return move;
    Keep same;
    unsigned taken = 0;
    for (std::size_t i = 0; i < keep->count; ++i)
      for (std::uint8_t die = 0; die < dice_rolled; ++die)
        if ((taken >> die & 1) == 0 && in.dice[die] == of.dice[keep->dice[i]]) {
          taken |= 1u << die;
          same.add(die);
          break;
        }
    return same;
  }
};

TEST(Outcomes, MakeTheSameGame) {
  const auto tell = [](const ChanceEvents::Event& event, std::vector<FallenOutcome>& fell) {
    if (event.before().dice < first_roll)
      fell.push_back({event.after().dice - first_roll, chance_of_what_fell(event)});
  };
  for (const RuleSet& set : rule_sets)
    for (const int seats : {1, 2, 6})
      for (std::uint64_t seed = 0; seed < (sanitized ? 2 : 10); ++seed)
        check_outcomes<ChanceEvents, Outcomes, SameDice>(
            rules_of(set.name), seats, seed, tell, [](const State&, auto&) {}, expect,
            seed % 2 == 0 ? static_cast<int>(seed) % seats : -1);
}

TEST(Outcomes, AreNoneOfDiceThatAreWritten) {
  const std::vector<std::int64_t> dice(5 * 13, 3);
  const Rules rules = Rules::under("cab201-basic", {{"dice", dice}}).value();
  EXPECT_EQ(Outcomes::count(rules), 0);
  const State state = Outcomes::start(rules, 1, [](std::span<const double>) -> int {
    ADD_FAILURE() << "nothing is chance";
    return 0;
  });
  EXPECT_EQ(state.dice, (Dice{3, 3, 3, 3, 3}));
}

TEST(RollOutcomes, AreAllOrdersOfTheDice) {
  for (int keep = 0; keep < keeps_all; ++keep) {
    double sum = 0;
    for (const auto& [roll, chance] : roll_outcomes(keep)) {
      sum += chance;
    }
    EXPECT_NEAR(sum, 1, 1e-13) << keep;
  }
  for (const auto& [roll, chance] : roll_outcomes(0))
    EXPECT_NEAR(chance, keeps.ways(roll) / double{outcomes}, 1e-15) << roll;
  const int four_sixes = keeps.number(KeepCounts{0, 0, 0, 0, 0, 4});
  EXPECT_EQ(roll_outcomes(four_sixes).size(), 6u);
  const int five_sixes = keeps.number(KeepCounts{0, 0, 0, 0, 0, 5});
  ASSERT_EQ(roll_outcomes(five_sixes).size(), 1u);
  EXPECT_EQ(roll_outcomes(five_sixes)[0].roll, five_sixes);
}

}  // namespace
}  // namespace hilltop::yahtzee::chance_test
