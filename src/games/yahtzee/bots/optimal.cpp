#include "games/yahtzee/bots/optimal.hpp"

#include "games/yahtzee/bots/solved.hpp"

namespace hilltop::yahtzee {

Move Optimal::choose(const View& view) {
  const WorthTable& table = worth_table(view.options);
  const Standing standing = standing_of(view.card);
  if (!turn_ || table_ != &table || standing_ != standing) turn_.emplace(table, standing);
  table_ = &table;
  standing_ = standing;
  return best_move(*turn_, view);
}

}  // namespace hilltop::yahtzee
