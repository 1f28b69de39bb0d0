#pragma once
#include "core/game.hpp"
#include "games/yahtzee/rules.hpp"

namespace hilltop::yahtzee {

// Scores its first roll in a random box that the rules allow. Its randomness depends on the round,
// so it needs no memory of the game.
class Dummy : public Bot<Rules> {
 public:
  void begin(const Chance& luck) override { luck_ = luck; }
  Move choose(const View& view) override;

 private:
  Chance luck_{0, 0};
};

}  // namespace hilltop::yahtzee
