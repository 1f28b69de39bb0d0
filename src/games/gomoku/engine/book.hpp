#pragma once
#include <cstdint>
#include <optional>

#include "games/gomoku/engine/search.hpp"
#include "games/gomoku/openings.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// By what a book of balanced openings is made. The openings follow from these and the engine.
struct BookTerms {
  FirstToMove first_to_move = FirstToMove::black;
  std::uint64_t seed = 1;
  std::int64_t nodes = 50'000;  // of each search
  int even_max = 50;            // the largest score that counts as even
};

// What the engine says of a position, to the colour that moves first.
struct BookScores {
  int first;   // by a search for that colour
  int second;  // by a search for the other colour, after the best stone of the first
};

// Returns the position that is drawn for a number: three to six stones near the centre, near each
// other. The engine has no part in it.
OpeningStones drawn_opening(std::uint64_t seed, std::uint32_t number);

// Returns the scores of a position that is even to both colours; nullopt if it is not, or if it is
// won already.
std::optional<BookScores> even_scores(AnySearch& search, const OpeningStones& opening,
                                      const BookTerms& terms);

}  // namespace hilltop::gomoku
