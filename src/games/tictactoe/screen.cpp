#include "games/tictactoe/screen.hpp"

#include "games/tictactoe/text.hpp"

namespace hilltop::tictactoe {

std::string Screen::show(const State& view, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t cell = 0; cell < view.board.size(); ++cell) {
    text += ' ';
    text += view.board[cell] ? mark(*view.board[cell]) : static_cast<char>('1' + cell);
    if (cell % 3 == 2) text += '\n';
  }
  return text + "X " + names[0] + ", O " + names[1] + '\n';
}

std::string Screen::question(const State& view) {
  return std::string("mark a free cell with ") + mark(view.to_move());
}

std::string Screen::hint(const State& view) {
  std::string free;
  for (const Move move : Rules::legal_moves(view)) free += ' ' + Text::write(move);
  return "  3           mark that cell; free are" + free + '\n';
}

std::expected<Move, std::string> Screen::read(const State& view, std::string_view line) {
  const auto move = Text::read(line);
  if (!move) return std::unexpected("type the number of a free cell, such as 5");
  if (const Refusal why = Rules::refusal(view, *move); !why.empty())
    return std::unexpected(std::string(why));
  return *move;
}

std::string Screen::ending(const Rules&, const State& state,
                           const std::vector<std::string>& names) {
  const std::string result = state.winner
                                 ? names[static_cast<std::size_t>(index(*state.winner))] + " wins"
                                 : "The game is a tie";
  return show(state, names) + result + '\n';
}

}  // namespace hilltop::tictactoe
