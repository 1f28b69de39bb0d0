#pragma once
#include <span>
#include <vector>

#include "games/yahtzee/chance_events.hpp"
#include "games/yahtzee/solver/known_bot.hpp"
#include "games/yahtzee/solver/turn_values.hpp"

namespace hilltop::yahtzee {

// The total that each seat may expect if it plays for the highest total from now on: the solved
// solitaire game; or, if it is a known bot, the total of that bot. A seat that has left keeps what
// it has.
class ScoreWorth {
 public:
  static constexpr bool is_exact = true;

  explicit ScoreWorth(const WorthTable& table) : table_(table), turns_(table) {}
  // Names the known bots that play, by seat; null for other players, as beyond the last. They must
  // outlive it.
  void know(std::vector<const KnownBot*> bots);
  // Returns the known bot of a seat; null: it is none.
  const KnownBot* known(std::size_t seat) const {
    return seat < bots_.size() ? bots_[seat] : nullptr;
  }

  bool foresees(const ChanceEvents::Node& node) const {
    return node.is_between_turns() && !node.is_over() &&
           known(static_cast<std::size_t>(node.game->mover)) != nullptr;
  }
  void before_turn(const ChanceEvents::Node& node, std::span<double> by_seat) {
    between_turns(*node.game, by_seat);
  }
  void after_turn(const ChanceEvents::Node& node, std::span<double> by_seat) {
    between_turns(*node.game, by_seat);
  }
  void of(const ChanceEvents::Node& node, std::span<double> by_seat);

  // Returns what a seat may expect between turns.
  double between_turns(const Card& card, std::size_t seat) { return look_at(card, seat).total; }
  const Standing& standing(const Card& card, std::size_t seat) {
    return look_at(card, seat).standing;
  }
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
  double to_come(const Standing& standing, std::size_t seat) const {
    const KnownBot* const bot = known(seat);
    return bot != nullptr ? bot->turns.worth(standing) : table_.worth(standing);
  }
  void between_turns(const State& game, std::span<double> by_seat);

  const WorthTable& table_;
  std::vector<const KnownBot*> bots_;
  KnownTurns turns_;
  std::vector<Seen> seen_;  // by seat
};

static_assert(ForeseesTurns<ScoreWorth, ChanceEvents>);

// Returns the points on a card that no later turn can change.
inline int points_without_bonus(const Card& card) { return card.total() - card.upper_bonus(); }

}  // namespace hilltop::yahtzee
