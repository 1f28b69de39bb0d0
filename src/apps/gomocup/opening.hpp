#pragma once
#include <cstdint>
#include <span>

#include "games/gomoku/rules.hpp"

// Openings for an engine that has none itself.
namespace hilltop::gomocup {

// Returns openings that are about even, by the colour that moves first (G8). If black does, its two
// stones are far apart, because otherwise they win.
std::span<const gomoku::Open> book(gomoku::FirstToMove rule);

// Returns an opening of the book, turned and mirrored by the seed.
gomoku::Open opening(gomoku::FirstToMove rule, std::uint32_t seed);

// Returns how far `colour` is ahead with `mover` to move.
//
// A row of five points without enemy stones counts 1, 4, 16, 100 or 1000 for one to five stones;
// the enemy's rows count against. The mover gets half of what its best stone would add, including
// the enemy rows that it blocks.
int ahead(const gomoku::VariantBoard& board, gomoku::Colour colour, gomoku::Colour mover);

// Returns the answer to an opening: the choice of G7 that leaves us furthest ahead. After two
// stones the opponent picks the better side, so the difference counts against us.
gomoku::Move choice(gomoku::FirstToMove rule, const gomoku::VariantBoard& board);

// Returns the colour to pick after the two stones.
gomoku::Colour pick(gomoku::FirstToMove rule, const gomoku::VariantBoard& board);

}  // namespace hilltop::gomocup
