#pragma once
#include "core/game.hpp"
#include "games/yahtzee/rules.hpp"

namespace hilltop::yahtzee {

// Looks at the dice as they lie and no further. A Yahtzee, a straight or a Full House (or a joker
// in such a box) is scored at once, the best of them. Otherwise it keeps the most common face, the
// higher of equals, and rolls the others; after the third roll, or when all five are alike, it
// takes the best score. Of boxes that score the same it gives up the one that costs least.
class Greedy : public Bot<Rules> {
 public:
  Move choose(const View& view) override;
};

}  // namespace hilltop::yahtzee
