#pragma once
#include <array>
#include <cstdint>

#include "core/game.hpp"
#include "games/yahtzee/rules.hpp"

namespace hilltop::yahtzee {

// Scores its first roll in a random box that the rules allow. Its randomness depends on the round,
// so it needs no memory of the game.
class Dummy : public Bot<Rules> {
 public:
  void begin(const Chance& luck) override { luck_ = luck; }
  Move choose(const View& view) override;

  // The boxes that it chooses from, each with the same chance.
  struct Allowed {
    std::array<Category, boxes_on_card> boxes;  // the first `count`
    std::uint32_t count;
  };
  static Allowed allowed(const View& view);

 private:
  Chance luck_{0, 0};
};

}  // namespace hilltop::yahtzee
