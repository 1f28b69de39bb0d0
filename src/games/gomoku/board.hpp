#pragma once
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace hilltop::gomoku {

// The size of the engine's board. The engine is compiled for 15 x 15 and once more for 20 x 20
// (CMakeLists.txt), in a namespace of its own, so that its tables are constants for either board.
// The rules have a board of any size (variant.hpp).
#ifndef HILLTOP_BOARD_SIZE
#define HILLTOP_BOARD_SIZE 15
#endif
constexpr int board_size = HILLTOP_BOARD_SIZE;
constexpr int board_points = board_size * board_size;
constexpr int row_to_win = 5;

enum class Colour : std::uint8_t { black, white };
constexpr Colour other(Colour colour) {
  return colour == Colour::black ? Colour::white : Colour::black;
}

// X across, Y down. May be any two integers; Board tells whether they are on the board.
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

// The board of the engine and of Swap2's openings, on which five or more win.
class Board {
 public:
  // Both accept any point; off the board there is neither a stone nor a free point.
  bool free(Point point) const { return on_board(point) && cell(point) == Cell::empty; }
  bool has(Point point, Colour colour) const {
    return on_board(point) && cell(point) == cell_of(colour);
  }
  std::optional<Colour> at(Point point) const;

  int stones() const { return stones_; }
  bool full() const { return stones_ == board_points; }

  // Returns whether the stone on `point` belongs to a winning row (G2). Checks only the rows
  // through it.
  bool wins_at(Point point) const;

  void lay(Point point, Colour colour);  // `point` must be free

  friend bool operator==(const Board&, const Board&) = default;

 private:
  enum class Cell : std::uint8_t { empty, black, white };
  static Cell cell_of(Colour colour) { return colour == Colour::black ? Cell::black : Cell::white; }
  Cell cell(Point point) const {
    return cells_[static_cast<std::size_t>(point.x * board_size + point.y)];
  }

  std::array<Cell, board_points> cells_{};
  int stones_ = 0;
};

}  // namespace hilltop::gomoku
