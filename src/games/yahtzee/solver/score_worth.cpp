#include "games/yahtzee/solver/score_worth.hpp"

#include <utility>

namespace hilltop::yahtzee {

const ScoreWorth::Seen& ScoreWorth::look_at(const Card& card, std::size_t seat) {
  while (seen_.size() <= seat)
    seen_.push_back({Card(), Standing(), to_come(Standing(), seen_.size())});
  Seen& seen = seen_[seat];
  if (!(seen.card == card)) {
    const Standing standing = standing_of(card);
    seen = {card, standing, points_without_bonus(card) + to_come(standing, seat)};
  }
  return seen;
}

const TurnValues& ScoreWorth::turn(const State& game) {
  const auto mover = static_cast<std::size_t>(game.mover);
  return turns_.of(look_at(game.cards[mover], mover).standing);
}

void ScoreWorth::know(std::vector<const KnownBot*> bots) {
  if (bots == bots_) return;
  bots_ = std::move(bots);
  seen_.clear();  // what was seen is worth something else to others
}

void ScoreWorth::between_turns(const State& game, std::span<double> by_seat) {
  for (std::size_t seat = 0; seat < by_seat.size(); ++seat) {
    const bool left = (game.retired >> seat & 1) != 0;
    by_seat[seat] = left ? game.cards[seat].total() : between_turns(game.cards[seat], seat);
  }
}

void ScoreWorth::of(const ChanceEvents::Node& node, std::span<double> by_seat) {
  const State& game = *node.game;
  between_turns(game, by_seat);
  if (node.is_between_turns()) return;
  const auto mover = static_cast<std::size_t>(game.mover);
  const TurnValues& values = turn(game);
  by_seat[mover] = points_without_bonus(game.cards[mover]) +
                   (node.rolling ? values.keep(node.rolls_left + 1, node.dice)
                                 : values.best(node.rolls_left, node.dice));
}

}  // namespace hilltop::yahtzee
