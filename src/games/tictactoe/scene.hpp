#pragma once
#include <optional>

#include "core/json.hpp"
#include "core/onlooker.hpp"
#include "games/tictactoe/rules.hpp"

namespace hilltop::tictactoe {

// What pages draw and tell of the game: docs/scenes.md.
struct Scene {
  struct History {
    std::optional<Move> last;
  };

  class Teller {
   public:
    Teller(const Rules&, int seats, const Chance& chance) : state_(Rules::start(seats, chance)) {}

    const History& history() const { return history_; }
    Json opening() const;
    Json played(Seat seat, Move move);
    Json retired(Seat seat);

   private:
    State state_;
    History history_;
  };

  static Json table(const State& view, const Onlooker& onlooker, const History& history);
};

}  // namespace hilltop::tictactoe
