#pragma once
#include <optional>
#include <span>

#include "games/yahtzee/chance_events.hpp"
#include "games/yahtzee/solver/turn.hpp"

namespace hilltop::yahtzee {

// Returns the points on a card that no later turn can change.
inline int points_without_bonus(const Card& card) { return card.total() - card.upper_bonus(); }

// The turn of the seat to move, kept as long as its card stays.
class MoversTurn {
 public:
  explicit MoversTurn(const WorthTable& table) : table_(table) {}

  const Turn& of(const State& game);
  // Returns what the seat to move may expect to get beyond points_without_bonus().
  double to_come(const ChanceEvents::Node& node);

 private:
  const WorthTable& table_;
  std::optional<Turn> turn_;
  Standing standing_;
};

// The total that each seat may expect if it plays for the highest total from now on: the solved
// solitaire game. A seat that has left keeps what it has.
class ScoreWorth {
 public:
  static constexpr bool is_exact = true;

  explicit ScoreWorth(const WorthTable& table) : table_(table), turn_(table) {}
  void of(const ChanceEvents::Node& node, std::span<double> by_seat);

 private:
  const WorthTable& table_;
  MoversTurn turn_;
};

static_assert(Worth<ScoreWorth, ChanceEvents>);

}  // namespace hilltop::yahtzee
