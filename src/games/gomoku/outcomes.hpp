#pragma once
#include <vector>

#include "core/numbered_outcomes.hpp"
#include "games/gomoku/openings.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/symmetry.hpp"

namespace hilltop::gomoku {

// The opening from which a game begins: outcome 8 n + s is opening n, turned or mirrored by
// symmetry s. Some of them may be one position. A game without openings has no chance.
struct Outcomes {
  static int count(const Rules& rules) { return static_cast<int>(rules.openings() * symmetries); }
  static std::string name(const Rules&, int outcome) {
    return "opening " + std::to_string(number(outcome) + 1) + " symmetry " +
           std::to_string(symmetry(outcome) + 1);
  }

  template <class Choose>
  static State start(const Rules& rules, int seats, Choose&& choose) {
    if (rules.openings() == 0) return rules.start(seats, no_luck());
    const auto all = static_cast<std::size_t>(count(rules));
    const int outcome = choose(std::vector<double>(all, 1. / static_cast<double>(all)));
    OpeningStones opening = rules.all_openings()[number(outcome)];
    for (Point& point : opening) point = turned(point, symmetry(outcome), rules.variant().size);
    return rules.begin_at(opening);
  }
  template <class Choose>
  static void apply(const Rules& rules, State& next, const Move& move, Choose&&) {
    rules.apply(next, move, no_luck());
  }
  template <class Choose>
  static void retire(const Rules& rules, State& next, Seat seat, Choose&&) {
    rules.retire(next, seat, no_luck());
  }

 private:
  static std::uint32_t number(int outcome) {
    return static_cast<std::uint32_t>(outcome) / symmetries;
  }
  static std::uint32_t symmetry(int outcome) {
    return static_cast<std::uint32_t>(outcome) % symmetries;
  }
};

static_assert(NumberedOutcomes<Outcomes, Rules>);

}  // namespace hilltop::gomoku
