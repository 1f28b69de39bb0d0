#include "games/yahtzee/bots/solved.hpp"

namespace hilltop::yahtzee {

Keep dice_of(int kept, const Dice& dice) {
  KeepCounts left = keeps.counts(kept);
  Keep keep;
  for (std::uint8_t die = 0; die < dice_rolled; ++die)
    if (std::uint8_t& count = left[dice[die] - 1u]; count > 0) {
      --count;
      keep.add(die);
    }
  return keep;
}

Move best_move(const Turn& turn, const View& view) {
  const int rolls_left = last_stage - view.stage;
  const int roll = keeps.number(view.dice);
  if (turn.made(rolls_left, roll)) return Score{turn.best_box(roll)};
  return dice_of(turn.best_keep(rolls_left, roll), view.dice);
}

}  // namespace hilltop::yahtzee
