#include "games/yahtzee/bots/optimal.hpp"

namespace hilltop::yahtzee {

Move Optimal::choose(const View& view) {
  if (choices_ == nullptr || options_ != view.options) {
    choices_ = &solitaire_choices(view.options);
    options_ = view.options;
    own_ = std::make_unique<Own>(choices_->table());
  }
  return choices_of(standing_of(view.card)).move(view);
}

const TurnChoices& Optimal::choices_of(const Standing& standing) {
  if (const TurnChoices* const kept = choices_->of(standing, own_->maker)) return *kept;
  const auto [block, lane] = choices_->table().place_of(standing);
  if (own_->block != block) own_->maker.make(standing, own_->choices);
  own_->block = block;
  return own_->choices[lane];
}

}  // namespace hilltop::yahtzee
