#include "games/gomoku/wire.hpp"

#include <array>
#include <stdexcept>
#include <utility>

#include "core/text.hpp"
#include "games/gomoku/text.hpp"

namespace hilltop::gomoku {
namespace {

// Removes all white space (W3). A line has no line feed, but a bot may send any other white space.
std::string without_white_space(std::string_view line) {
  std::string text;
  for (const char c : line)
    if (c != ' ' && (c < '\t' || c > '\r')) text += c;
  return text;
}

std::optional<Move> choice(std::string_view text) {
  if (text == "B") return TakeBlack{};
  if (const auto two = read_two(text)) return *two;
  if (!text.starts_with('W')) return std::nullopt;
  if (const auto white = read_point(text.substr(1))) return TakeWhite{*white};
  return std::nullopt;
}

// Parses an answer in this phase (W2); nullopt if it is none.
std::optional<Move> understood(Phase phase, std::string_view text) {
  switch (phase) {
    case Phase::opening: return read_open(text);
    case Phase::choosing: return choice(text);
    case Phase::picking:
      if (const auto colour = read_colour(text)) return PickColour{*colour};
      return std::nullopt;
    case Phase::stones:
      if (const auto point = read_point(text)) return Place{*point};
      return std::nullopt;
    case Phase::over: return std::nullopt;
  }
  std::unreachable();
}

// Returns the colour that moves. With Swap2 the number of the turn tells it, for the colours need
// not take turns (G8); else the numbers of stones do.
Colour to_move(const Rules& rules, const State& state, bool black_is_ahead) {
  const int opening = state.board.stones() - state.turn;
  if (rules.has_swap2() && rules.openings() == 0 && opening >= 0) {
    const Colour first = first_mover(rules.first_to_move(), opening);
    return state.turn % 2 == 0 ? first : other(first);
  }
  if (black_is_ahead) return Colour::white;
  const bool passes =
      state.board.variant().rows == RowRule::renju && !state.board.may_lay(Colour::black);  // G16
  return passes ? Colour::white : Colour::black;
}

std::string_view what_to_answer(Phase phase) {
  switch (phase) {
    case Phase::opening: return "answer (X,Y)(X,Y)(X,Y): two black stones and a white one";
    case Phase::choosing:
      return "answer B (take black), W(X,Y) (take white and lay a white stone) or (X,Y)(X,Y) (lay "
             "a black and a white stone)";
    case Phase::picking: return "answer B or W: the colour you pick";
    case Phase::stones: return "answer (X,Y): the point of your stone";
    case Phase::over: return "the game is over";
  }
  std::unreachable();
}

}  // namespace

std::string Wire::prompt(const State& view) {
  const std::string board = ' ' + text_of(view.board);
  switch (view.phase) {
    case Phase::opening: return 'A' + board;
    case Phase::choosing: return 'B' + board;
    case Phase::picking: return 'C' + board;
    case Phase::stones: return std::to_string(view.turn) + board;
    case Phase::over: throw std::logic_error("nobody is asked once the game is over");
  }
  std::unreachable();
}

std::expected<State, std::string> Wire::read(const Rules& rules, std::string_view prompt) {
  const auto bad = [](std::string why) { return std::unexpected(std::move(why)); };
  const std::size_t blank = prompt.find(' ');
  const std::string_view asked = prompt.substr(0, blank);
  const auto turn = number_in<int>(asked);
  const bool is_of_opening = asked == "A" || asked == "B" || asked == "C";
  if (blank == prompt.npos || (!is_of_opening && (!turn || *turn < 0 || *turn > Rules::longest)))
    return bad("a view begins with A, B or C, or with the number of the turn, and a space");
  const auto board = read_board(without_white_space(prompt.substr(blank)), rules.variant());
  if (!board)
    return bad("the board is [((X,Y),\"B\"),((X,Y),\"W\"),…] with coordinates from 0 to " +
               std::to_string(rules.variant().size - 1) + " and each point once");
  State state;
  state.first_to_move = rules.first_to_move();
  state.board = *board;
  int black = 0, white = 0;
  for (const Point point : board->points())
    if (const auto colour = board->at(point)) ++(*colour == Colour::black ? black : white);
  if (is_of_opening) {
    if (!rules.has_swap2() || rules.openings() != 0)
      return bad("A, B and C are decisions of Swap2, which these rules do not have");
    const int step =
        asked.front() - 'A';  // each lays a black stone more, and B the first white one
    constexpr std::array<std::pair<int, int>, 3> stones{{{0, 0}, {2, 1}, {3, 2}}};
    if (std::pair(black, white) != stones[static_cast<std::size_t>(step)])
      return bad(
          "at A the board is empty; at B it has two black stones and a white one, at C three "
          "and two");
    state.phase = step == 0 ? Phase::opening : step == 1 ? Phase::choosing : Phase::picking;
    return state;
  }
  if (board->full()) return bad("the board is full: the game is over");
  state.phase = Phase::stones;
  state.turn = *turn;
  state.black = opener;
  state.to_move = to_move(rules, state, black > white);
  return state;
}

std::expected<Move, std::string> Wire::answer(const State& view, std::string_view line) {
  if (const auto move = understood(view.phase, without_white_space(line))) return *move;
  return std::unexpected(std::string(what_to_answer(view.phase)));
}

std::string Wire::farewell(const Points& points, std::uint64_t,
                           const std::vector<std::string>& names) {
  if (points[0] == points[1]) return "EXIT TIE";
  return "EXIT " + names[points[0] > points[1] ? 0 : 1];
}

}  // namespace hilltop::gomoku
