#include "games/yahtzee/bots/optimal.hpp"

#include "games/yahtzee/bots/solved.hpp"

namespace hilltop::yahtzee {

Move Optimal::choose(const View& view) {
  if (choices_ == nullptr || options_ != view.options) {
    choices_ = &solitaire_choices(view.options);
    options_ = view.options;
  }
  const Standing standing = standing_of(view.card);
  if (const TurnChoices* const choices = choices_->of(standing)) return choices->move(view);
  return choose_of_turn(view, standing);
}

Move Optimal::choose_of_turn(const View& view, const Standing& standing) {
  const WorthTable& table = worth_table(view.options);
  if (!turn_ || table_ != &table || standing_ != standing) turn_.emplace(table, standing);
  table_ = &table;
  standing_ = standing;
  return best_move(*turn_, view);
}

}  // namespace hilltop::yahtzee
