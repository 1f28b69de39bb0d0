#include "games/yahtzee/bots/optimal.hpp"

namespace hilltop::yahtzee {
namespace {

// As many of each face as it says: those that lie first.
Keep dice_of(int kept, const Dice& dice) {
  Counts left = keeps.counts(kept);
  Keep keep;
  for (std::uint8_t die = 0; die < dice_rolled; ++die)
    if (std::uint8_t& count = left[dice[die] - 1u]; count > 0) {
      --count;
      keep.add(die);
    }
  return keep;
}

}  // namespace

Move Optimal::choose(const View& view) {
  const WorthTable& table = worth_table(view.options);
  const Standing standing = standing_of(view.card);
  if (!turn_ || &turn_->table() != &table || turn_->standing() != standing)
    turn_.emplace(table, standing);
  const int rolls_left = last_stage - view.stage;
  const int roll = keeps.number(view.dice);
  if (turn_->made(rolls_left, roll)) return Score{turn_->best_box(roll)};
  return dice_of(turn_->best_keep(rolls_left, roll), view.dice);
}

}  // namespace hilltop::yahtzee
