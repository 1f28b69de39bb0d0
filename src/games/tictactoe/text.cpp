#include "games/tictactoe/text.hpp"

#include <charconv>

#include "core/text.hpp"

namespace hilltop::tictactoe {

// Returns "O X...O..X.": the mark to play, or '-' if the game is over, and cells 1 to 9 (T9).
std::string Text::write(const State& view) {
  std::string text{view.over() ? '-' : mark(view.to_move()), ' '};
  for (const auto& seat : view.board) text += seat ? mark(*seat) : '.';
  if (view.winner) text.append(" won by ") += mark(*view.winner);
  return text;
}

std::string Text::write(Move move) { return std::to_string(move.cell); }

std::expected<Move, std::string> Text::read(std::string_view text) {
  const auto cell = number_in<decltype(Move::cell)>(text);
  if (!cell) return std::unexpected("a move is the number of a cell, 1 to 9");
  return Move{*cell};
}

}  // namespace hilltop::tictactoe
