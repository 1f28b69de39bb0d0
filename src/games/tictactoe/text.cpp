#include "games/tictactoe/text.hpp"

#include <charconv>

namespace hilltop::tictactoe {

// "O X...O..X.": the mark to play, or '-' when the game is over, and the cells from 1 to 9 (T9).
std::string Text::write(const State& view) {
  std::string text{view.over() ? '-' : mark(view.to_move()), ' '};
  for (const auto& seat : view.board) text += seat ? mark(*seat) : '.';
  if (view.winner) text.append(" won by ") += mark(*view.winner);
  return text;
}

std::string Text::write(Move move) { return std::to_string(move.cell); }

std::expected<Move, std::string> Text::read(std::string_view text) {
  Move move{};
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, move.cell);
  if (error != std::errc{} || rest != end)
    return std::unexpected("a move is the number of a cell, 1 to 9");
  return move;
}

}  // namespace hilltop::tictactoe
