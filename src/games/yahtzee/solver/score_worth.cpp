#include "games/yahtzee/solver/score_worth.hpp"

namespace hilltop::yahtzee {

double MoversTurn::to_come(const ChanceEvents::Node& node) {
  const Standing standing =
      standing_of(node.game->cards[static_cast<std::size_t>(node.game->mover)]);
  if (node.is_over() || (node.rolling && node.rolls_left == last_stage))
    return table_.worth(standing);
  if (!turn_ || standing != standing_) {
    turn_.emplace(table_, standing);
    standing_ = standing;
  }
  return node.rolling ? turn_->keep(node.rolls_left + 1, node.dice)
                      : turn_->best(node.rolls_left, node.dice);
}

void ScoreWorth::of(const ChanceEvents::Node& node, std::span<double> by_seat) {
  const State& game = *node.game;
  for (std::size_t seat = 0; seat < by_seat.size(); ++seat) {
    const Card& card = game.cards[seat];
    const bool left = (game.retired >> seat & 1) != 0;
    const bool moves = static_cast<int>(seat) == game.mover && !node.is_over();
    if (left)
      by_seat[seat] = card.total();
    else
      by_seat[seat] = points_without_bonus(card) +
                      (moves ? turn_.to_come(node) : table_.worth(standing_of(card)));
  }
}

}  // namespace hilltop::yahtzee
