#pragma once
#include "core/game.hpp"
#include "games/yahtzee/rules.hpp"

namespace hilltop::yahtzee {

// Scores its first roll in the first box of the card, from the top, that the rules allow.
class InOrder : public Bot<Rules> {
 public:
  Move choose(const View& view) override;
};

}  // namespace hilltop::yahtzee
