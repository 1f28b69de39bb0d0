#pragma once
#include "core/game.hpp"
#include "games/yahtzee/rules.hpp"

namespace hilltop::yahtzee {

// Looks only at the dice on the table. Scores a Yahtzee, a straight or a Full House (or a joker in
// such a box) at once, the best of them. Otherwise keeps the most common face, the higher one of
// equals, and rolls the others; after the third roll, or when all five are alike, takes the best
// score. Of boxes with equal scores it gives up the one that costs least.
class Greedy : public Bot<Rules> {
 public:
  Move choose(const View& view) override;
};

}  // namespace hilltop::yahtzee
