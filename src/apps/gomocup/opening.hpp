#pragma once
#include <cstdint>
#include <span>

#include "games/gomoku/rules.hpp"

// How the adapter opens for an engine that does not do it itself.
namespace hilltop::gomocup {

// Openings that leave both colours about even, by who moves first (G8). With black to move two
// black stones near each other win by themselves, so there they are apart.
std::span<const gomoku::Open> book(gomoku::FirstToMove rule);

// One of the book, turned and mirrored; the same seed gives the same one.
gomoku::Open opening(gomoku::FirstToMove rule, std::uint32_t seed);

// How far `colour` is ahead with `mover` to move.
//
// The rule: a row of five points that the enemy has no stone in counts 1, 4, 16, 100 or 1000 for
// one to four stones and for five; the enemy's rows count against. Whoever moves is credited with
// half of what his best stone would add to that, the rows that it spoils included.
int ahead(const gomoku::Board& board, gomoku::Colour colour, gomoku::Colour mover);

// What to answer to an opening: the choice of G7 that leaves us furthest ahead. Of two stones the
// opponent picks the better side, so they are worth what is left of the difference, against us.
gomoku::Move choice(gomoku::FirstToMove rule, const gomoku::Board& board);

// The colour to pick after two stones were laid.
gomoku::Colour pick(gomoku::FirstToMove rule, const gomoku::Board& board);

}  // namespace hilltop::gomocup
