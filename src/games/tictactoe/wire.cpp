#include "games/tictactoe/wire.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "games/tictactoe/text.hpp"

namespace hilltop::tictactoe {

std::string Wire::prompt(const State& view) { return Text::write(view); }

std::expected<State, std::string> Wire::read(const Rules&, std::string_view prompt) {
  constexpr std::string_view wanted =
      "a view is the mark to play, X or O, a space, and nine cells that are X, O or .";
  constexpr std::size_t before_cells = 2;
  if (prompt.size() != before_cells + cells || prompt[1] != ' ')
    return std::unexpected(std::string(wanted));
  State state;
  int ahead = 0;  // marks of X more than of O
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const char mark = prompt[before_cells + cell];
    if (mark != 'X' && mark != 'O' && mark != '.') return std::unexpected(std::string(wanted));
    if (mark == '.') continue;
    state.board[cell] = Seat(mark == 'X' ? 0 : 1);
    ahead += mark == 'X' ? 1 : -1;
    ++state.marks;
  }
  if (ahead != 0 && ahead != 1) return std::unexpected("X has as many marks as O, or one more");
  if (state.over() || !winning_line(state).empty()) return std::unexpected("the game is over");
  if (prompt[0] != mark(state.to_move()))
    return std::unexpected(std::string("it is the turn of ") + mark(state.to_move()));
  return state;
}

std::expected<Move, std::string> Wire::answer(const State&, std::string_view line) {
  return Text::read(trimmed(line));
}

std::string Wire::farewell(const Points& points, std::uint64_t,
                           const std::vector<std::string>& names) {
  if (points[0] == points[1]) return "EXIT TIE";
  return "EXIT " + names[points[0] > points[1] ? 0 : 1];
}

}  // namespace hilltop::tictactoe
