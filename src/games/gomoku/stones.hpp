#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/game_file.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// A stone of a game that is over.
struct Stone {
  Point point;
  Colour colour;
  std::chrono::microseconds took;  // for the decision that laid it, told of its first stone; 0: not
                                   // known
  std::string told;  // what else was decided with it and after it, in the words of Log
};

// A game as other programs know it: stones, one after the other. Those of one decision (G6, G7.3)
// come so that the colours take turns where they can: black, white, black; then white, black.
struct Stones {
  std::vector<Stone> stones;
  std::string told;  // before the first one
  State end;
  Seat black;                // who has black; A where that was never settled (G6, G7)
  std::optional<Seat> left;  // who left the game, if anybody did
};

Stones stones_of(const PlayedGame<Rules>& game);

}  // namespace hilltop::gomoku
