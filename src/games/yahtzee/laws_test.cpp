// Laws that every game must keep, for each rule set and number of seats.
#include "match/laws.hpp"

#include <gtest/gtest.h>
#include <numeric>
#include <utility>

#include "core/build_for_test.hpp"
#include "games/yahtzee/position_for_test.hpp"
#include "games/yahtzee/text.hpp"
#include "games/yahtzee/wire.hpp"

namespace hilltop::yahtzee::laws_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };

TEST(Laws, HoldForEveryRuleSet) {
  for (const RuleSet& set : rule_sets)
    for (const int seats : {1, 2, 3, 6})
      for (std::uint64_t seed = 0; seed < (sanitized ? 3 : 20); ++seed)
        check_laws<Rules, Text>(rules_of(set.name), seats, seed, expect);
}

TEST(Laws, HoldForTheLiteralReadingOfTheContest) {
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    check_laws<Rules, Text>(rules_of("koth", {{"joker_after_zero", false}}), 3, seed, expect);
}

TEST(Laws, AViewIsReadAsItIsWritten) {
  for (const RuleSet& set : rule_sets)
    for (const int seats : {1, 2, 6})
      for (std::uint64_t seed = 0; seed < (sanitized ? 2 : 10); ++seed)
        check_views<Wire, Rules>(rules_of(set.name), seats, seed, expect);
  const std::string open = "-,-,-,-,-,-,-,-,-,-,-,-,-";
  const auto why = [&](const std::string& numbers) {
    const auto state = Wire::read(rules_of("koth"), numbers);
    return state ? "" : state.error();
  };
  EXPECT_EQ(why("round 0 stage 0 dice 1,2,3,4,5 card " + open +
                " score 0 upper 0 upper_bonus 0 yahtzee_bonus 0 totals 0,0"),
            "");
  EXPECT_NE(why("round 0 stage 3 dice 1,2,3,4,5 card " + open +
                " score 0 upper 0 upper_bonus 0 yahtzee_bonus 0 totals 0,0"),
            "");
  EXPECT_NE(why("round 0 stage 0 dice 1,2,3,4 card " + open +
                " score 0 upper 0 upper_bonus 0 yahtzee_bonus 0 totals 0,0"),
            "");
  EXPECT_NE(why("round 0 stage 0 dice 1,2,3,4,5 card -,- score 0 upper 0 upper_bonus 0 "
                "yahtzee_bonus 0 totals 0,0"),
            "");
  EXPECT_NE(why("round 0 stage 0 dice 1,2,3,4,5 card " + open +
                " score 7 upper 0 upper_bonus 0 yahtzee_bonus 0 totals 0,0"),
            "")
      << "the sums do not fit";
}

TEST(Laws, HoldForAFullTable) { check_laws<Rules, Text>(rules_of("koth"), seats_max, 1, expect); }

TEST(Laws, HoldForAListOfDice) {
  std::vector<std::int64_t> dice(2 * rounds * rolls_a_turn * dice_rolled);
  std::iota(dice.begin(), dice.end(), 0);
  for (std::int64_t& face : dice) face = face * face % 7 % faces + 1;
  for (const RuleSet& set : rule_sets)
    check_laws<Rules, Text>(rules_of(set.name, {{"dice", dice}}), 2, 5, expect);
}

// Swaps the others' cards: no view tells which total belongs to which player.
TEST(Laws, Y20_TheContestKeepsItsSecrets) {
  const auto cards_change_hands = [](State& state, Seat seat, Draw& pick) {
    for (int i = 0; i < state.seats; ++i) {
      const int j = static_cast<int>(pick.below(static_cast<std::uint32_t>(state.seats)));
      if (i != index(seat) && j != index(seat))
        std::swap(state.cards[static_cast<std::size_t>(i)],
                  state.cards[static_cast<std::size_t>(j)]);
    }
  };
  for (const int seats : {2, 3, 6, seats_max})
    if (!sanitized || seats == 3)
      check_secrets<Rules, Text>(rules_of("koth"), seats, sanitized ? 1 : 3, cards_change_hands,
                                 expect);
}

// Changes the boxes behind the others' totals, forfeits and whose turn it is: no view shows
// them.
TEST(Laws, Y20_OthersBoxesDoNotShow) {
  const auto others_vanish = [](State& state, Seat seat, Draw& pick) {
    for (int i = 0; i < state.seats; ++i)
      if (i != index(seat)) state.cards[static_cast<std::size_t>(i)] = Card{};
    state.mover = static_cast<int>(pick.below(static_cast<std::uint32_t>(state.seats)));
    state.retired = pick.word64();
    state.fallen = pick.word32();
  };
  for (const int seats : {2, 3, 6})
    check_secrets<Rules, Text>(rules_of("koth"), seats, 4, others_vanish, expect);
}

}  // namespace
}  // namespace hilltop::yahtzee::laws_test
