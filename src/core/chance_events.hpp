#pragma once
#include <concepts>
#include <span>

#include "core/game.hpp"

namespace hilltop {

// One chance event of a game: the node before it, the node after what fell, and all that could have
// fallen. N is a node: a State at a decision or at the end, or what was decided before something
// falls. It may refer into the State of its game, and is valid while the event is told.
template <class E, class N>
concept ChanceEvent = requires(const E& event, void (*visit)(double chance, const N& after)) {
  { event.before() } -> std::convertible_to<const N&>;
  { event.after() } -> std::convertible_to<const N&>;
  // Calls visit(chance, after) for each outcome that is possible; the chances sum to one.
  event.for_each_outcome(visit);
};

// Optional refinement of a game: its chance as steps. C::start, C::apply and C::retire do to a
// State what the rules' functions of these names do under the same Chance, and call `tell(event)`
// for each chance event on the way, in order. Play itself does not go through them.
template <class C, class R>
concept VisibleChance =
    Game<R> && std::copyable<typename C::Node> &&
    ChanceEvent<typename C::Event, typename C::Node> &&
    requires(const R& rules, const State<R>& now, State<R>& next, const Move<R>& move, Seat seat,
             int seats, const Chance& chance, void (*tell)(const typename C::Event&)) {
      { C::start(rules, seats, chance, tell) } -> std::same_as<State<R>>;
      { C::apply(rules, next, move, chance, tell) } -> std::same_as<void>;
      { C::retire(rules, next, seat, chance, tell) } -> std::same_as<void>;
      { C::node(rules, now) } -> std::same_as<typename C::Node>;  // at a decision or the end
    };

// A value of every node for each seat: what the seat may expect to get, by any fixed function. At
// the end of a game it is what the seat got.
template <class W, class C>
concept Worth = requires(W& worth, const typename C::Node& node, std::span<double> by_seat) {
  // Whether the worth before each chance event is the mean of those after it, except for rounding.
  { W::is_exact } -> std::convertible_to<bool>;
  { worth.of(node, by_seat) } -> std::same_as<void>;  // writes one number per seat
};

// Optional refinement: a worth that knows how some players choose, so that all of a turn of theirs
// is one chance event. W::foresees is true at the first node of such a turn.
//   before_turn()   writes the worth there: the mean of what after_turn() writes for all its ends
//   after_turn()    writes the worth at the end of the turn that before_turn() was last asked for
// C::is_first_of_turn(state) tells whether nothing was decided since a turn began, or that the game
// is over; C::tell_first_roll(rules, state, tell) tells the event with which that turn began.
template <class W, class C>
concept ForeseesTurns =
    Worth<W, C> && requires(W& worth, const typename C::Node& node, std::span<double> by_seat) {
      { worth.foresees(node) } -> std::same_as<bool>;
      { node.is_between_turns() } -> std::same_as<bool>;
      { worth.before_turn(node, by_seat) } -> std::same_as<void>;
      { worth.after_turn(node, by_seat) } -> std::same_as<void>;
    };

}  // namespace hilltop
