#pragma once
#include "core/json.hpp"
#include "core/onlooker.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/stones.hpp"

namespace hilltop::gomoku {

// What pages draw and tell of the game: docs/scenes.md.
struct Scene {
  struct History {
    std::vector<LaidStone> stones;  // in the order in which they are numbered
  };

  class Teller {
   public:
    Teller(const Rules& rules, int seats, const Chance& chance)
        : rules_(rules), chance_(chance), state_(rules.start(seats, chance)) {
      for (const Point point : rules.opening(chance))  // G12
        history_.stones.push_back({point, state_.board.at(point).value()});
    }

    const History& history() const { return history_; }
    Json opening() const;
    Json played(Seat seat, const Move& move);
    Json retired(Seat seat);

   private:
    Rules rules_;
    Chance chance_;
    State state_;
    History history_;
  };

  static Json table(const State& view, const Onlooker& onlooker, const History& history);
};

}  // namespace hilltop::gomoku
