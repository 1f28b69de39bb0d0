#pragma once
#include <algorithm>

#include "games/pig/rules.hpp"

namespace hilltop::pig {

// "End race or keep pace" (Neller and Presser, "Practical Play of the Dice Game Pig", The UMAP
// Journal 31(1), 2010): near the end of the game it rolls for the win, before that it holds at 21
// and an eighth of what the best opponent is ahead. Its figures are those for a target of 100.
class Pace final : public Bot<Rules> {
 public:
  static constexpr int usual_race = 29, usual_pace = 21, usual_share = 8;

  // Rolls for the win from `race` points before the target, and holds at `pace` and one part in
  // `share` of what the opponent is ahead.
  explicit Pace(int race = usual_race, int pace = usual_pace, int share = usual_share)
      : race_(race), pace_(pace), share_(share) {}

  Move choose(const State& view) override {
    if (view.hold_wins()) return Move::hold;
    const int mine = view.my_score(), theirs = view.best_opponent();
    if (std::max(mine, theirs) >= view.target - race_) return Move::roll;
    const int pace = pace_ + part(theirs - mine);
    return view.rolls > 0 && view.turn_total >= pace ? Move::hold : Move::roll;
  }

 private:
  // To the nearest whole number, halves up.
  int part(int lead) const {
    const int doubled = 2 * lead + share_, whole = 2 * share_;
    return doubled / whole - (doubled % whole < 0 ? 1 : 0);
  }

  int race_, pace_, share_;
};

}  // namespace hilltop::pig
