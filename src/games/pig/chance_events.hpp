#pragma once
#include "core/chance_events.hpp"
#include "games/pig/rules.hpp"

namespace hilltop::pig {

// The die of each roll, in the open.
struct ChanceEvents {
  struct Node {
    State state;
    bool rolling = false;  // the mover has decided to roll, and the die has not fallen
    friend bool operator==(const Node&, const Node&) = default;
  };

  class Event {
   public:
    Event(const State& state, int die) : before_{state, true}, after_(after(die)), die_(die) {}

    const Node& before() const { return before_; }
    const Node& after() const { return after_; }
    int die() const { return die_; }
    template <class Visit>
    void for_each_outcome(Visit&& visit) const {
      for (int die = 1; die <= faces; ++die) visit(1. / faces, after(die));
    }

   private:
    Node after(int die) const {
      Node node{before_.state};
      Rules::fall(node.state, die);
      return node;
    }

    Node before_, after_;
    int die_;
  };

  template <class Tell>
  static State start(const Rules& rules, int seats, const Chance& chance, Tell&&) {
    return rules.start(seats, chance);
  }
  template <class Tell>
  static void apply(const Rules&, State& next, Move move, const Chance& chance, Tell&& tell) {
    if (move == Move::hold) return Rules::apply(next, move, chance);
    const Event event(next, Rules::next_die(next, chance));
    Rules::apply(next, move, chance);
    tell(event);
  }
  template <class Tell>
  static void retire(const Rules&, State& next, Seat seat, const Chance& chance, Tell&&) {
    Rules::retire(next, seat, chance);
  }
  static Node node(const Rules&, const State& now) { return {now}; }
};

static_assert(VisibleChance<ChanceEvents, Rules>);

}  // namespace hilltop::pig
