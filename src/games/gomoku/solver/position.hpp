#pragma once
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "core/problem.hpp"
#include "games/gomoku/variant.hpp"

namespace hilltop::gomoku {

struct TypedPosition {
  VariantBoard board;
  std::optional<Colour> to_move;  // nullopt if the stones do not tell
};

// Reads a position that somebody typed, in one of three forms:
//   h8i9g7            stones in turn, Black first: a letter for X and a number from 1 for Y
//   7,7 8,8 6,6       the same, X and Y from 0
//   [((7,7),"B"),…]   as in the line protocol, in any order (RULES.md, W1)
// Nobody may have won, and a point must be free.
std::expected<TypedPosition, Problem> read_position(std::string_view text, Variant variant);

// Takes "h8" off the front; nullopt if that is not there. The point may be off the board.
std::optional<Point> take_lettered_point(std::string_view& rest);
std::string lettered(Point point);

}  // namespace hilltop::gomoku
