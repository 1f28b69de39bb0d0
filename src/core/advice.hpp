#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace hilltop {

// What a game's strongest player would do in the place of the seat to move.
template <Game R>
struct Advice {
  struct Choice {
    Move<R> move;
    std::optional<double> worth;  // nullopt if the adviser has no number for it
  };
  std::string by;    // the adviser, as in "the solved game"
  std::string unit;  // of the worths, as in "chance to win, %"; empty if no choice has one
  int decimals = 0;  // of a worth when it is shown
  std::string note;  // what the worths leave out; empty if there is nothing to say
  std::vector<Choice> choices;  // legal moves, the best first; of equal moves one
};

}  // namespace hilltop
