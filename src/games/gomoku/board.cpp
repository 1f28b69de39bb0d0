#include "games/gomoku/board.hpp"

#include <stdexcept>

namespace hilltop::gomoku {
namespace {

// Returns the number of consecutive stones of `colour` after `point` (not counted) in steps of
// (dx,dy).
int run(const Board& board, Point point, int dx, int dy, Colour colour) {
  int length = 0;
  for (;;) {
    point = {point.x + dx, point.y + dy};
    if (!board.has(point, colour)) return length;
    ++length;
  }
}

}  // namespace

std::optional<Colour> Board::at(Point point) const {
  if (has(point, Colour::black)) return Colour::black;
  if (has(point, Colour::white)) return Colour::white;
  return std::nullopt;
}

bool Board::wins_at(Point point) const {
  const std::optional<Colour> colour = at(point);
  if (!colour) return false;
  for (const auto& [dx, dy] : directions)
    if (run(*this, point, -dx, -dy, *colour) + 1 + run(*this, point, dx, dy, *colour) >= row_to_win)
      return true;
  return false;
}

void Board::lay(Point point, Colour colour) {
  if (!free(point)) throw std::logic_error("a stone was laid on a point that is not free");
  cells_[static_cast<std::size_t>(point.x * board_size + point.y)] = cell_of(colour);
  ++stones_;
}

}  // namespace hilltop::gomoku
