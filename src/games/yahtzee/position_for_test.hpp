#pragma once
#include <initializer_list>
#include <utility>
#include <vector>

#include "core/build_for_test.hpp"
#include "games/yahtzee/rules.hpp"

// Positions for tests: rules by name, and one seat in the middle of a game.
namespace hilltop::yahtzee {

inline const Chance any_luck(2024, 1);

inline Rules rules_of(std::string_view rule_set, const Switches& switches = {}) {
  return Rules::under(rule_set, switches).value();
}

using Boxes = std::vector<std::pair<Category, int>>;

// Returns a position in which the first seat has filled these boxes and rolled these dice once.
inline State position(const Rules& rules, const Dice& dice, const Boxes& filled, int seats = 1) {
  State state = rules.start(seats, any_luck);
  state.dice = dice;
  for (const auto& [category, score] : filled) state.cards[0].fill(category, score);
  state.totals[static_cast<std::size_t>(seats - 1)] = state.cards[0].total();
  return state;
}

constexpr Keep keep(std::initializer_list<std::uint8_t> dice) {
  Keep keep;
  for (const std::uint8_t die : dice) keep.add(die);
  return keep;
}

}  // namespace hilltop::yahtzee
