#pragma once
#include <algorithm>
#include <array>

#include "core/numbered_outcomes.hpp"
#include "games/pig/rules.hpp"

namespace hilltop::pig {

// Outcome d - 1 is a die that shows d.
struct Outcomes {
  static int count(const Rules&) { return faces; }
  static std::string name(const Rules&, int outcome) { return std::to_string(outcome + 1); }

  template <class Choose>
  static State start(const Rules& rules, int seats, Choose&&) {
    return rules.start(seats, no_luck());
  }
  template <class Choose>
  static void apply(const Rules&, State& next, Move move, Choose&& choose) {
    if (move == Move::hold) return Rules::apply(next, move, no_luck());
    std::array<double, faces> chances;
    std::ranges::fill(chances, 1. / faces);
    Rules::fall(next, choose(chances) + 1);
  }
  template <class Choose>
  static void retire(const Rules&, State& next, Seat seat, Choose&&) {
    Rules::retire(next, seat, no_luck());
  }
};

static_assert(NumberedOutcomes<Outcomes, Rules>);

}  // namespace hilltop::pig
