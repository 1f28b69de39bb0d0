#pragma once
#include <algorithm>
#include <array>

#include "core/numbered_outcomes.hpp"
#include "games/yahtzee/rules.hpp"
#include "games/yahtzee/solver/keeps.hpp"
#include "games/yahtzee/solver/roll_outcomes.hpp"

namespace hilltop::yahtzee {

// What lies on the table after a roll: 252 sets of five dice, as keeps.hpp numbers them. The dice
// that fell lie in ascending order, because the order means nothing. Dice of the switch `dice` are
// no chance.
struct Outcomes {
  static int count(const Rules& rules) { return rules.rolls_by_chance() ? rolls_all : 0; }
  static std::string name(const Rules&, int outcome) {
    std::string text;
    for (const std::uint8_t die : keeps.dice(first_roll + outcome))
      text += (text.empty() ? "" : " ") + std::to_string(die);
    return text;
  }

  template <class Choose>
  static State start(const Rules& rules, int seats, Choose&& choose) {
    State state = rules.start(seats, no_luck());
    roll(rules, state, {}, choose);
    return state;
  }
  template <class Choose>
  static void apply(const Rules& rules, State& next, const Move& move, Choose&& choose) {
    const Dice before = next.dice;
    rules.apply(next, move, no_luck());
    if (!rules.turn(next)) return;
    const auto* const keep = std::get_if<Keep>(&move);
    if (keep != nullptr) next.dice = before;
    roll(rules, next, keep == nullptr ? Keep{} : *keep, choose);
  }
  template <class Choose>
  static void retire(const Rules& rules, State& next, Seat seat, Choose&& choose) {
    const bool passes = rules.turn(next) == seat;
    rules.retire(next, seat, no_luck());
    if (passes && rules.turn(next)) roll(rules, next, {}, choose);
  }

 private:
  // Rolls the dice that are not kept; without any there is no event.
  template <class Choose>
  static void roll(const Rules& rules, State& state, const Keep& keep, Choose&& choose) {
    if (!rules.rolls_by_chance()) return;
    KeepCounts kept{};
    for (std::size_t i = 0; i < keep.count; ++i) ++kept[state.dice[keep.dice[i]] - 1u];
    std::array<double, rolls_all> chances{};
    for (const auto& [roll, chance] : roll_outcomes(keeps.number(kept)))
      chances[static_cast<std::size_t>(roll - first_roll)] = chance;
    const int roll = keep.count == dice_rolled ? keeps.number(kept) : first_roll + choose(chances);
    std::uint64_t fallen = 0;
    int bits = 0;
    for (std::size_t face = 0; face < faces; ++face)
      for (int die = kept[face]; die < keeps.counts(roll)[face]; ++die, bits += 8)
        fallen |= std::uint64_t{face + 1} << bits;
    rules.fall(state, keep, fallen);
  }
};

static_assert(NumberedOutcomes<Outcomes, Rules>);

}  // namespace hilltop::yahtzee
