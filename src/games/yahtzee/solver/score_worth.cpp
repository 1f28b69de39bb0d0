#include "games/yahtzee/solver/score_worth.hpp"

namespace hilltop::yahtzee {

const Turn& MoversTurn::of(const State& game) {
  const Standing standing = standing_of(game.cards[static_cast<std::size_t>(game.mover)]);
  if (!turn_ || standing != standing_) {
    turn_.emplace(table_, standing);
    standing_ = standing;
  }
  return *turn_;
}

double MoversTurn::to_come(const ChanceEvents::Node& node) {
  const State& game = *node.game;
  if (node.rolling && node.rolls_left == last_stage)
    return table_.worth(standing_of(game.cards[static_cast<std::size_t>(game.mover)]));
  return node.rolling ? of(game).keep(node.rolls_left + 1, node.dice)
                      : of(game).best(node.rolls_left, node.dice);
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
