#pragma once
#include <algorithm>

#include "games/pig/rules.hpp"

namespace hilltop::pig {

// "End race or keep pace" (Neller and Presser, "Practical Play of the Dice Game Pig", The UMAP
// Journal 31(1), 2010): near the end of the game it rolls for the win, before that it holds at 21
// and an eighth of what the best opponent is ahead. Its figures are those for a target of 100.
class Pace final : public Bot<Rules> {
 public:
  Move choose(const State& view) override {
    if (view.hold_wins()) return Move::hold;
    const int mine = view.my_score(), theirs = view.best_opponent();
    if (std::max(mine, theirs) >= view.target - end_race) return Move::roll;
    const int pace = even_pace + eighth(theirs - mine);
    return view.rolls > 0 && view.turn_total >= pace ? Move::hold : Move::roll;
  }

 private:
  static constexpr int end_race = 29;  // 71 of 100
  static constexpr int even_pace = 21;

  // To the nearest whole number, halves up.
  static constexpr int eighth(int lead) { return (lead + 4) >> 3; }
};

}  // namespace hilltop::pig
