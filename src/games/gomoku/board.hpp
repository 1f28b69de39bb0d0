#pragma once
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace hilltop::gomoku {

// The board of Swap2, and that of every rule set unless a switch names another size (variant.hpp).
constexpr int board_size = 15;
constexpr int board_points = board_size * board_size;
constexpr int row_to_win = 5;

enum class Colour : std::uint8_t { black, white };
constexpr Colour other(Colour colour) {
  return colour == Colour::black ? Colour::white : Colour::black;
}

// X across, Y down. May be any two integers; VariantBoard tells whether they are on the board.
struct Point {
  int x = 0, y = 0;
  friend auto operator<=>(const Point&, const Point&) = default;
};
constexpr bool on_board(Point point) {
  return 0 <= point.x && point.x < board_size && 0 <= point.y && point.y < board_size;
}

// All points of the board, sorted by (X,Y).
constexpr std::array<Point, board_points> all_points = [] {
  std::array<Point, board_points> points;
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i] = {static_cast<int>(i) / board_size, static_cast<int>(i) % board_size};
  return points;
}();

// The four directions of a row.
constexpr std::array<Point, 4> directions{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

}  // namespace hilltop::gomoku
