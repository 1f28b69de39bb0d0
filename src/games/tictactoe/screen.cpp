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

DrawnTable Screen::draw(const State& view, const std::vector<std::string>& names,
                        const Canvas& canvas) {
  const std::string_view side = canvas.unicode ? "│" : "|";
  const auto ink_of = [&](Seat seat) { return seat == canvas.seat ? Ink::mine : Ink::theirs; };
  Drawing drawing;
  for (std::size_t cell = 0; cell < view.board.size(); ++cell) {
    const auto& holder = view.board[cell];
    drawing.add(" ").add(std::string(1, holder ? mark(*holder) : static_cast<char>('1' + cell)),
                         holder ? ink_of(*holder) : Ink::faint);
    if (cell % 3 < 2) {
      drawing.add(" ").add(side, Ink::faint);
      continue;
    }
    drawing.end_line();
    if (cell + 1 < view.board.size())
      drawing.add(canvas.unicode ? "───┼───┼───" : "---+---+---", Ink::faint).end_line();
  }
  drawing.end_line();
  drawing.add("X " + names[0], ink_of(Seat(0))).add("   ").add("O " + names[1], ink_of(Seat(1)));
  return {std::move(drawing.end_line())};
}

std::string Screen::typed(const State&, Move move) { return Text::write(move); }

std::string Screen::question(const State& view) {
  return std::string("mark a free cell with ") + mark(view.to_move());
}

std::string Screen::help(const State& view) {
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
