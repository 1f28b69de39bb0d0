#include "games/pig/bots/adviser.hpp"

#include <utility>

#include "games/pig/solver/win_table.hpp"

namespace hilltop::pig {

Advice<Rules> advise(const Rules::View& view) {
  Advice<Rules> advice{.by = "The solved game",
                       .unit = "chance to win, %",
                       .decimals = 1,
                       .note = view.seats == 2 ? "" : "As if the best opponent were the only one.",
                       .choices = {}};
  const WinTable& table = win_table(view.target);
  const int mine = view.my_score(), theirs = view.best_opponent();
  if (view.hold_wins()) {
    advice.choices = {{Move::hold, 100.}};
  } else if (view.rolls == 0) {
    advice.choices = {{Move::roll, 100 * table.win(mine, theirs)}};
  } else {
    const WinTable::Worth worth = table.worth(mine, theirs, view.turn_total);
    advice.choices = {{Move::roll, 100 * worth.roll}, {Move::hold, 100 * worth.hold}};
    if (worth.hold >= worth.roll) std::swap(advice.choices[0], advice.choices[1]);
  }
  return advice;
}

}  // namespace hilltop::pig
