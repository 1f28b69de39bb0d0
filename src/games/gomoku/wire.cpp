#include "games/gomoku/wire.hpp"

#include <stdexcept>
#include <utility>

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
