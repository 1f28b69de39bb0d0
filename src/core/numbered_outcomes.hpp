#pragma once
#include <concepts>
#include <span>
#include <string>

#include "core/game.hpp"

namespace hilltop {

// Optional refinement of a game: its chance events in a caller's hand. What can fall is a number
// from 0 to O::count(rules) - 1; without chance there is none. O::start, O::apply and O::retire do
// to a State what the rules' functions of these names do, but that `choose(chances)` says at each
// event what falls: it gets the chance of each number, 0 if it cannot fall, and returns one that
// can. The span is valid during the call.
template <class O, class R>
concept NumberedOutcomes =
    Game<R> && requires(const R& rules, State<R>& next, const Move<R>& move, Seat seat, int seats,
                        int outcome, int (*choose)(std::span<const double> chances)) {
      { O::count(rules) } -> std::same_as<int>;
      { O::name(rules, outcome) } -> std::same_as<std::string>;
      { O::start(rules, seats, choose) } -> std::same_as<State<R>>;
      { O::apply(rules, next, move, choose) } -> std::same_as<void>;
      { O::retire(rules, next, seat, choose) } -> std::same_as<void>;
    };

// The luck under which rules play that are told what falls.
inline Chance no_luck() { return {0, 0}; }

// The outcomes of a game without chance: none.
template <Game R>
struct NoOutcomes {
  static int count(const R&) { return 0; }
  static std::string name(const R&, int) { return {}; }
  static State<R> start(const R& rules, int seats, auto&&) { return rules.start(seats, no_luck()); }
  static void apply(const R& rules, State<R>& next, const Move<R>& move, auto&&) {
    rules.apply(next, move, no_luck());
  }
  static void retire(const R& rules, State<R>& next, Seat seat, auto&&) {
    rules.retire(next, seat, no_luck());
  }
};

}  // namespace hilltop
