#pragma once
#include <array>
#include <cstdint>

#include "core/game.hpp"
#include "games/yahtzee/rules.hpp"
#include "games/yahtzee/solver/keeps.hpp"

namespace hilltop::yahtzee {

// Looks only at the dice on the table. Scores a Yahtzee, a straight or a Full House (or a joker in
// such a box) at once, the best of them. Otherwise keeps the most common face, the higher one of
// equals, and rolls the others; after the third roll, or when all five are alike, takes the best
// score. Of boxes with equal scores it gives up the one that costs least.
class Greedy : public Bot<Rules> {
 public:
  Greedy();
  Move choose(const View& view) override;

 private:
  // What the bot thinks of a roll that is no Yahtzee, whose scores depend on nothing else.
  struct Roll {
    // Box and score as one number, because a processor cannot foretell which box is better: the
    // higher one is the better score, or of equals the box that costs less to give up.
    std::array<std::int16_t, boxes_on_card> rank;
    std::array<Category, 2> made;  // the patterns that the dice make, the better one first; or …
    std::array<bool, 2> is_made;
    std::uint8_t most_common;  // face
  };
  using Rolls = std::array<Roll, rolls_all>;
  static const Rolls& rolls();
  static Roll roll_of(const Dice& dice);

  const Rolls& rolls_;
};

}  // namespace hilltop::yahtzee
