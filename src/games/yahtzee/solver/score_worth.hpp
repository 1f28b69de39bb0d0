#pragma once
#include <span>
#include <vector>

#include "games/yahtzee/chance_events.hpp"
#include "games/yahtzee/solver/turn_values.hpp"

namespace hilltop::yahtzee {

// The total that each seat may expect if it plays for the highest total from now on: the solved
// solitaire game. A seat that has left keeps what it has.
class ScoreWorth {
 public:
  static constexpr bool is_exact = true;

  explicit ScoreWorth(const WorthTable& table) : table_(table), turns_(table) {}
  void of(const ChanceEvents::Node& node, std::span<double> by_seat);

  // Returns what a seat may expect between turns.
  double between_turns(const Card& card, std::size_t seat) { return look_at(card, seat).total; }
  // Returns the values of the mover's turn, as long as no other is asked for.
  const TurnValues& turn(const State& game);

 private:
  // A seat's card and what follows from it, kept as long as the card stays.
  struct Seen {
    Card card;
    Standing standing;
    double total;
  };
  const Seen& look_at(const Card& card, std::size_t seat);

  const WorthTable& table_;
  KnownTurns turns_;
  std::vector<Seen> seen_;  // by seat
};

static_assert(Worth<ScoreWorth, ChanceEvents>);

// Returns the points on a card that no later turn can change.
inline int points_without_bonus(const Card& card) { return card.total() - card.upper_bonus(); }

}  // namespace hilltop::yahtzee
