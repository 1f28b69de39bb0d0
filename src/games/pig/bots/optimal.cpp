#include "games/pig/bots/optimal.hpp"

#include "games/pig/solver/win_table.hpp"

namespace hilltop::pig {

Move Optimal::choose(const State& view) {
  return win_table(view.target).best(view.my_score(), view.best_opponent(), view.turn_total);
}

}  // namespace hilltop::pig
