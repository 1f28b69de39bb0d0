#pragma once
#include <array>
#include <optional>

#include "core/json.hpp"
#include "core/onlooker.hpp"
#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {

// What pages draw and tell of the game: docs/scenes.md.
struct Scene {
  // A hand that is over: what its players had on the table, and its winner.
  struct EndedHand {
    int number;  // from 1
    std::array<Open, 2> players;
    std::optional<Seat> winner;
  };
  struct History {
    int hands = 0;  // begun
    std::optional<EndedHand> last_hand;
  };

  class Teller {
   public:
    Teller(const Rules& rules, int /*seats*/, const Chance& chance)
        : rules_(rules), chance_(chance) {}

    const History& history() const { return history_; }
    Json opening();
    Json played(Seat seat, Rules::Move move);
    Json retired(Seat seat);

   private:
    Rules rules_;
    Chance chance_;
    Rules::State state_;
    History history_;
  };

  static Json table(const Rules::View& view, const Onlooker& onlooker, const History& history);
};

}  // namespace hilltop::pazaak
