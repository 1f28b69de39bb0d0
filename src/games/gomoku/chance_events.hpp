#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/chance_events.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/symmetry.hpp"

namespace hilltop::gomoku {

// The opening from which a game begins, in the open. Nothing else in a game is chance: a game
// without openings has no event.
struct ChanceEvents {
  struct Node {
    State state;
    bool dealt = true;  // false before the opening, on the empty board
    friend bool operator==(const Node&, const Node&) = default;
  };

  // All openings in all symmetries, of which one game by itself may have any; those that are the
  // same position are one outcome.
  class Event {
   public:
    Event(const Rules& rules, const State& dealt)
        : rules_(rules), before_{rules.begin_at({}), false}, after_{dealt} {}

    const Node& before() const { return before_; }
    const Node& after() const { return after_; }

    template <class Visit>
    void for_each_outcome(Visit&& visit) const {
      for (const OpeningStones& opening : rules_.all_openings()) {
        std::vector<std::pair<State, int>> seen;  // of this opening, and how often
        for (std::uint32_t symmetry = 0; symmetry < symmetries; ++symmetry) {
          State state = rules_.begin_at(turned(opening, symmetry, rules_.variant().size));
          const auto same = std::ranges::find(seen, state, &std::pair<State, int>::first);
          if (same != seen.end())
            ++same->second;
          else
            seen.emplace_back(std::move(state), 1);
        }
        for (auto& [state, times] : seen)
          visit(times / (1. * symmetries * rules_.openings()), Node{std::move(state)});
      }
    }

   private:
    static OpeningStones turned(OpeningStones opening, std::uint32_t symmetry, int size) {
      for (Point& point : opening) point = gomoku::turned(point, symmetry, size);
      return opening;
    }

    const Rules& rules_;
    Node before_, after_;
  };

  template <class Tell>
  static State start(const Rules& rules, int seats, const Chance& chance, Tell&& tell) {
    State state = rules.start(seats, chance);
    if (rules.openings() > 0) tell(Event(rules, state));
    return state;
  }
  template <class Tell>
  static void apply(const Rules& rules, State& next, const Move& move, const Chance& chance,
                    Tell&&) {
    rules.apply(next, move, chance);
  }
  template <class Tell>
  static void retire(const Rules& rules, State& next, Seat seat, const Chance& chance, Tell&&) {
    rules.retire(next, seat, chance);
  }
  static Node node(const Rules&, const State& now) { return {now}; }
};

static_assert(VisibleChance<ChanceEvents, Rules>);

}  // namespace hilltop::gomoku
