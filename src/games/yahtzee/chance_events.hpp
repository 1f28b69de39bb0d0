#pragma once
#include <cstddef>

#include "core/chance_events.hpp"
#include "games/yahtzee/rules.hpp"
#include "games/yahtzee/solver/keeps.hpp"
#include "games/yahtzee/solver/roll_outcomes.hpp"

namespace hilltop::yahtzee {

// The dice of each roll, in the open. Dice are sets here: their order on the table means nothing.
struct ChanceEvents {
  struct Node {
    const State* game;   // cards, seats and whose turn it is
    int dice = 0;        // the mover's, as a keep of keeps.hpp; while rolling those that stay
    int rolls_left = 0;  // after the roll if it is rolling
    bool rolling = false;
    friend bool operator==(const Node&, const Node&) = default;
    bool is_over() const { return game->round == rounds; }
    // Before a turn's first roll, or at the end.
    bool is_between_turns() const { return is_over() || (rolling && rolls_left == last_stage); }
  };

  class Event {
   public:
    // `state`: after the roll.
    Event(const State& state, int kept)
        : before_{&state, kept, last_stage - state.stage, true},
          after_{&state, keeps.number(state.dice), last_stage - state.stage} {}

    const Node& before() const { return before_; }
    const Node& after() const { return after_; }
    template <class Visit>
    void for_each_outcome(Visit&& visit) const {
      for (const auto& [roll, chance] : roll_outcomes(before_.dice))
        visit(chance, Node{before_.game, roll, before_.rolls_left});
    }

   private:
    Node before_, after_;
  };

  template <class Tell>
  static State start(const Rules& rules, int seats, const Chance& chance, Tell&& tell) {
    State state = rules.start(seats, chance);
    tell(Event(state, 0));
    return state;
  }
  template <class Tell>
  static void apply(const Rules& rules, State& next, const Move& move, const Chance& chance,
                    Tell&& tell) {
    const auto* const keep = std::get_if<Keep>(&move);
    const int kept = keep == nullptr ? 0 : kept_of(*keep, next.dice);
    rules.apply(next, move, chance);
    if (rules.turn(next)) tell(Event(next, kept));
  }
  // Return whether nothing was decided since a turn began, or that the game is over; and tell the
  // first roll of such a turn.
  static bool is_first_of_turn(const State& now) { return now.stage == 0 || now.round == rounds; }
  template <class Tell>
  static void tell_first_roll(const Rules& rules, const State& now, Tell&& tell) {
    if (rules.turn(now)) tell(Event(now, 0));
  }
  template <class Tell>
  static void retire(const Rules& rules, State& next, Seat seat, const Chance& chance,
                     Tell&& tell) {
    const bool passes = rules.turn(next) == seat;
    rules.retire(next, seat, chance);
    if (passes && rules.turn(next)) tell(Event(next, 0));
  }
  static Node node(const Rules&, const State& now) {
    if (now.round == rounds) return {&now};
    return {&now, keeps.number(now.dice), last_stage - now.stage};
  }

  // Returns the keep, as keeps.hpp numbers it, of these of the dice.
  static int kept_of(const Keep& keep, const Dice& dice) {
    KeepCounts counts{};
    for (std::size_t i = 0; i < keep.count; ++i) ++counts[dice[keep.dice[i]] - 1u];
    return keeps.number(counts);
  }
};

static_assert(VisibleChance<ChanceEvents, Rules>);

}  // namespace hilltop::yahtzee
