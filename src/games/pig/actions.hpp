#pragma once
#include "core/numbered_actions.hpp"
#include "games/pig/rules.hpp"

namespace hilltop::pig {

// Action 0 rolls, action 1 holds.
struct Actions {
  using Begun = NothingBegun;

  static int count(const Rules&) { return 2; }
  static std::string name(const Rules&, int action) { return action == 0 ? "roll" : "hold"; }
  static void mark_legal(const Rules&, const State& view, Begun, std::span<std::uint8_t> legal) {
    legal[0] = Rules::refusal(view, Move::roll).empty();
    legal[1] = Rules::refusal(view, Move::hold).empty();
  }
  static std::optional<Move> take(const Rules&, const State&, Begun&, int action) {
    return action == 0 ? Move::roll : Move::hold;
  }
  static std::vector<int> actions_of(const Rules&, const State&, Move move) {
    return {move == Move::roll ? 0 : 1};
  }
  static std::vector<ViewField> fields(const Rules& rules, int seats) {
    const int score_max = rules.target() + faces * rolls_a_turn_max;
    return {{"target", {}, 0, target_max, "points that win"},
            {"seat", {}, 0, seats - 1, "my seat"},
            {"mover", {}, 0, seats - 1, "the seat to move"},
            {"round", {}, 0, rounds_max, "from 0"},
            {"turn_total", {}, 0, score_max, "points of this turn, not yet held"},
            {"rolls", {}, 0, rolls_a_turn_max, "safe rolls in this turn"},
            {"scores", {seats}, 0, score_max, "points held, by seat"},
            {"left", {seats}, 0, 1, "1: the seat has left the game"}};
  }
  static void write(const Rules&, const State& view, Seat seat, Begun,
                    std::span<ViewNumber> numbers) {
    ViewNumbers out(numbers);
    for (const int number :
         {view.target, index(seat), view.mover, view.round, view.turn_total, view.rolls})
      out.add(number);
    for (int each = 0; each < view.seats; ++each) out.add(view.score(each));
    for (int each = 0; each < view.seats; ++each) out.add(view.has_left(each));
  }
};

static_assert(NumberedActions<Actions, Rules>);

}  // namespace hilltop::pig
