#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/game_file.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

struct LaidStone {
  Point point;
  Colour colour;
};

// Returns the stones that a move lays. Those of one decision (G6, G7.3) are ordered so that colours
// alternate if possible: black, white, black; then white, black.
std::vector<LaidStone> stones_of(const State& before, const Move& move);

// A stone of a finished game.
struct Stone : LaidStone {
  std::chrono::microseconds took;  // for the decision that laid it, told of its first stone; 0: not
                                   // known
  // What its bot says of it, and other decisions with it and after it in the words of Log; lines.
  std::string told;
};

// A game as a sequence of stones, as other programs see it.
struct Stones {
  std::vector<Stone> stones;
  std::string told;  // text before the first stone, those of an opening (G12) included
  State end;
  Seat black;                // A if the colours were never decided (G6, G7)
  std::optional<Seat> left;  // the seat that left the game; nullopt if none
};

Stones stones_of(const PlayedGame<Rules>& game);

}  // namespace hilltop::gomoku
