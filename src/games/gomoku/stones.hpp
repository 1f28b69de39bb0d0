#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/game_file.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// A stone of a finished game.
struct Stone {
  Point point;
  Colour colour;
  std::chrono::microseconds took;  // for the decision that laid it, told of its first stone; 0: not
                                   // known
  std::string told;                // other decisions with it and after it, in the words of Log
};

// A game as a sequence of stones, as other programs see it. Stones of one decision (G6, G7.3) are
// ordered so that colours alternate if possible: black, white, black; then white, black.
struct Stones {
  std::vector<Stone> stones;
  std::string told;  // text before the first stone
  State end;
  Seat black;                // A if the colours were never decided (G6, G7)
  std::optional<Seat> left;  // the seat that left the game; nullopt if none
};

Stones stones_of(const PlayedGame<Rules>& game);

}  // namespace hilltop::gomoku
