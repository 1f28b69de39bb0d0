#include "games/gomoku/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

namespace hilltop::gomoku {
namespace {

// A view has up to 400 stones, which are read before each move: hence `inline`, and a short way for
// numbers of one digit or two.
inline bool take(std::string_view& rest, char expected) {
  if (rest.empty() || rest.front() != expected) return false;
  rest.remove_prefix(1);
  return true;
}

bool take(std::string_view& rest, std::string_view expected) {
  if (!rest.starts_with(expected)) return false;
  rest.remove_prefix(expected.size());
  return true;
}

inline bool is_digit(char c) { return '0' <= c && c <= '9'; }

inline bool take(std::string_view& rest, int& number) {
  if (rest.size() > 2 && is_digit(rest[0]) && !(is_digit(rest[1]) && is_digit(rest[2]))) {
    number = rest[0] - '0';
    if (is_digit(rest[1])) number = 10 * number + (rest[1] - '0');
    rest.remove_prefix(is_digit(rest[1]) ? 2 : 1);
    return true;
  }
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc{}) return false;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return true;
}

inline bool take(std::string_view& rest, Point& point) {
  return take(rest, '(') && take(rest, point.x) && take(rest, ',') && take(rest, point.y) &&
         take(rest, ')');
}

char* put(char* out, std::string_view text) { return std::ranges::copy(text, out).out; }

// Writes a coordinate of a board, which has two digits at most.
char* put_coordinate(char* out, int number) {
  static_assert(variant_size_max <= 100);
  if (number >= 10) *out++ = static_cast<char>('0' + number / 10);
  *out++ = static_cast<char>('0' + number % 10);
  return out;
}

std::string text_of(std::optional<Seat> seat) {
  return seat ? std::to_string(index(*seat)) : "nobody";
}

// Positions of Swap2 are written as before there were other boards.
std::string text_of(const Variant& variant) {
  if (variant == Variant{}) return {};
  return std::string(name(variant.rows)) + " on " + std::to_string(variant.size) + ' ';
}

struct Writer {
  std::string operator()(const Open& move) const {
    return text_of(move.first_black) + text_of(move.second_black) + text_of(move.white);
  }
  std::string operator()(const TakeBlack&) const { return "take B"; }
  std::string operator()(const TakeWhite& move) const { return "take W" + text_of(move.white); }
  std::string operator()(const PlaceTwo& move) const {
    return text_of(move.black) + text_of(move.white);
  }
  std::string operator()(const PickColour& move) const {
    return std::string("pick ") + letter(move.colour);
  }
  std::string operator()(const Place& move) const { return text_of(move.point); }
};

}  // namespace

std::string Text::write(const State& view) {
  return std::string(name(view.phase)) + " turn " + std::to_string(view.turn) + " to move " +
         letter(view.to_move) + " first " +
         (view.first_to_move == FirstToMove::black ? "black" : "balance") + " black " +
         text_of(view.black) + " winner " + text_of(view.winner) + " last " +
         (view.last_stone ? text_of(*view.last_stone) : "none") + ' ' +
         text_of(view.board.variant()) + text_of(view.board);
}

std::string Text::write(const Move& move) { return std::visit(Writer{}, move); }

std::expected<Move, std::string> Text::read(std::string_view text) {
  if (text == "take B") return TakeBlack{};
  if (std::string_view rest = text; take(rest, "take W"))
    if (const auto white = read_point(rest)) return TakeWhite{*white};
  if (std::string_view rest = text; take(rest, "pick "))
    if (const auto colour = read_colour(rest)) return PickColour{*colour};
  if (const auto open = read_open(text)) return *open;
  if (const auto two = read_two(text)) return *two;
  if (const auto point = read_point(text)) return Place{*point};
  return std::unexpected(
      "a move is (X,Y), (X,Y)(X,Y), (X,Y)(X,Y)(X,Y), take B, take W(X,Y), pick B or pick W");
}

char letter(Colour colour) { return colour == Colour::black ? 'B' : 'W'; }

std::string_view name(Colour colour) { return colour == Colour::black ? "black" : "white"; }

std::string_view name(Phase phase) {
  switch (phase) {
    case Phase::opening: return "opening";
    case Phase::choosing: return "choosing";
    case Phase::picking: return "picking";
    case Phase::stones: return "stones";
    case Phase::over: return "over";
  }
  std::unreachable();
}

std::string text_of(Point point) {
  return '(' + std::to_string(point.x) + ',' + std::to_string(point.y) + ')';
}

std::string text_of(const VariantBoard& board) {
  constexpr std::string_view longest = R"(((00,00),"B"),)";
  std::string text;
  const auto write = [&](char* const begin, std::size_t) {
    char* out = put(begin, "[");
    for (const Point point : board.points()) {
      if (board.free(point)) continue;
      out = put_coordinate(put(out, out == begin + 1 ? "((" : ",(("), point.x);
      out = put_coordinate(put(out, ","), point.y);
      out = put(out, board.has(point, Colour::black) ? "),\"B\")" : "),\"W\")");
    }
    return put(out, "]") - begin;
  };
  text.resize_and_overwrite(2 + static_cast<std::size_t>(board.stones()) * longest.size(), write);
  return text;
}

std::optional<VariantBoard> read_board(std::string_view text, Variant variant) {
  VariantBoard board(variant);
  if (text == "[]") return board;
  if (!text.starts_with('[')) return std::nullopt;
  for (char before = '['; take(text, before); before = ',') {
    Point point;
    if (!take(text, '(') || !take(text, point) || !take(text, ',') || !take(text, '"'))
      return std::nullopt;
    const auto colour = take(text, 'B')   ? std::optional(Colour::black)
                        : take(text, 'W') ? std::optional(Colour::white)
                                          : std::nullopt;
    if (!colour || !board.free(point)) return std::nullopt;
    board.lay(point, *colour);
    if (!take(text, '"') || !take(text, ')')) return std::nullopt;
  }
  if (text != "]") return std::nullopt;
  return board;
}

std::optional<Open> read_open(std::string_view text) {
  Open move{};
  if (take(text, move.first_black) && take(text, move.second_black) && take(text, move.white) &&
      text.empty())
    return move;
  return std::nullopt;
}

std::optional<PlaceTwo> read_two(std::string_view text) {
  PlaceTwo move{};
  if (take(text, move.black) && take(text, move.white) && text.empty()) return move;
  return std::nullopt;
}

std::optional<Point> read_point(std::string_view text) {
  Point point;
  if (take(text, point) && text.empty()) return point;
  return std::nullopt;
}

std::optional<Colour> read_colour(std::string_view text) {
  if (text == "B") return Colour::black;
  if (text == "W") return Colour::white;
  return std::nullopt;
}

}  // namespace hilltop::gomoku
