#pragma once
#include <optional>

#include "core/json.hpp"
#include "core/onlooker.hpp"
#include "games/pig/rules.hpp"

namespace hilltop::pig {

// What pages draw and tell of the game: docs/scenes.md.
struct Scene {
  struct Roll {
    Seat seat;
    int die;
  };
  struct History {
    std::optional<Roll> last_roll;
  };

  class Teller {
   public:
    Teller(const Rules& rules, int seats, const Chance& chance)
        : chance_(chance), state_(rules.start(seats, chance)) {}

    const History& history() const { return history_; }
    Json opening() const;
    Json played(Seat seat, Move move);
    Json retired(Seat seat);

   private:
    Json rolled(Seat seat);
    void add_end(Json& events) const;

    Chance chance_;
    State state_;
    History history_;
  };

  static Json table(const State& view, const Onlooker& onlooker, const History& history);
};

}  // namespace hilltop::pig
