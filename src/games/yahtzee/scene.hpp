#pragma once
#include <optional>
#include <vector>

#include "core/json.hpp"
#include "core/onlooker.hpp"
#include "games/yahtzee/rules.hpp"

namespace hilltop::yahtzee {

// What pages draw and tell of the game: docs/scenes.md. Under koth players do not see each other's
// cards; strangers do, as in the log.
struct Scene {
  // A turn that is over.
  struct EndedTurn {
    Seat seat;
    Dice dice;
  };
  struct History {
    std::vector<Card> cards;             // of all seats
    std::vector<std::uint8_t> held;      // the dice, by index, that were held in the last roll
    std::optional<EndedTurn> last_turn;  // nullopt if the last step scored nothing
  };

  class Teller {
   public:
    Teller(const Rules& rules, int seats, const Chance& chance);

    const History& history() const { return history_; }
    Json opening() const;
    // A turn's first roll is told with the step that follows it: until its player has seen it, it
    // must not show. If the list of dice ends during this move, tells the part before it.
    Json played(Seat seat, const Move& move);
    Json retired(Seat seat);

   private:
    void add_first_roll(Json& events) const;
    void keep(Json& events, const Keep& keep);
    void score(Json& events, const Score& score);
    void add_next(Json& events, int round_before) const;
    bool rolls_after(const Move& move);
    void remember_cards();

    Rules rules_;
    Chance chance_;
    State state_;
    History history_;
  };

  static Json table(const View& view, const Onlooker& onlooker, const History& history);
};

}  // namespace hilltop::yahtzee
