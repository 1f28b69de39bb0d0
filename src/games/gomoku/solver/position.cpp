#include "games/gomoku/solver/position.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/text.hpp"

namespace hilltop::gomoku {
namespace {

struct Stone {
  Point point;
  std::optional<Colour> colour;  // nullopt: by turns
};

void skip_white_space(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(white_space), rest.size()));
}

bool take(std::string_view& rest, std::string_view expected) {
  if (!rest.starts_with(expected)) return false;
  rest.remove_prefix(expected.size());
  return true;
}

std::optional<int> take_number(std::string_view& rest) {
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  const auto number = number_in<int>(rest.substr(0, digits));
  rest.remove_prefix(digits);
  return number;
}

std::optional<Stone> take_pair(std::string_view& rest) {
  const auto x = take_number(rest);
  if (!x || !take(rest, ",")) return std::nullopt;
  const auto y = take_number(rest);
  if (!y) return std::nullopt;
  return Stone{{*x, *y}, std::nullopt};
}

// Takes ((7,7),"B") off the front.
std::optional<Stone> take_coloured(std::string_view& rest) {
  if (!take(rest, "((")) return std::nullopt;
  auto stone = take_pair(rest);
  if (!stone || !take(rest, "),\"")) return std::nullopt;
  if (take(rest, "B"))
    stone->colour = Colour::black;
  else if (take(rest, "W"))
    stone->colour = Colour::white;
  if (!stone->colour || !take(rest, "\")")) return std::nullopt;
  return stone;
}

// nullopt if the text has none of the three forms.
std::optional<std::vector<Stone>> stones_in(std::string_view text) {
  std::vector<Stone> stones;
  const bool listed = take(text, "[");
  for (skip_white_space(text); !text.empty() && text != "]"; skip_white_space(text)) {
    std::optional<Stone> stone;
    if (listed) {
      if (!stones.empty() && !take(text, ",")) return std::nullopt;
      stone = take_coloured(text);
    } else if ('0' <= text.front() && text.front() <= '9') {
      stone = take_pair(text);
    } else if (const auto point = take_lettered_point(text)) {
      stone = Stone{*point, std::nullopt};
    }
    if (!stone) return std::nullopt;
    stones.push_back(*stone);
  }
  if (listed != (text == "]")) return std::nullopt;
  return stones;
}

std::optional<Colour> mover_after(int black, int white) {
  if (black == white) return Colour::black;
  if (black == white + 1) return Colour::white;
  return std::nullopt;
}

}  // namespace

std::optional<Point> take_lettered_point(std::string_view& rest) {
  if (rest.empty()) return std::nullopt;
  const char letter = rest.front();
  if (letter < 'a' || letter > 'z') return std::nullopt;
  rest.remove_prefix(1);
  const auto number = take_number(rest);
  if (!number) return std::nullopt;
  return Point{letter - 'a', *number - 1};
}

std::string lettered(Point point) {
  return static_cast<char>('a' + point.x) + std::to_string(point.y + 1);
}

std::expected<TypedPosition, Problem> read_position(std::string_view text, Variant variant) {
  const auto stones = stones_in(trimmed(text));
  if (!stones)
    return std::unexpected(
        Problem{"'" + printable(text, 60) +
                "' is not a position: stones in turn, Black first, as 7,7 8,8 or h8i9, or the "
                "protocol's [((7,7),\"B\"),…]"});
  TypedPosition position{VariantBoard(variant), std::nullopt};
  int counts[2] = {0, 0};
  for (const auto& [point, colour] : *stones) {
    const Colour of =
        colour.value_or(position.board.stones() % 2 == 0 ? Colour::black : Colour::white);
    const std::string where = std::to_string(point.x) + ',' + std::to_string(point.y);
    if (!position.board.inside(point))
      return std::unexpected(Problem{where + " is not on a board of " +
                                     std::to_string(variant.size) + " x " +
                                     std::to_string(variant.size)});
    if (!position.board.free(point))
      return std::unexpected(Problem{"there are two stones on " + where});
    position.board.lay(point, of);
    ++counts[static_cast<std::size_t>(of)];
  }
  for (const Point point : position.board.points())
    if (position.board.wins_at(point))
      return std::unexpected(Problem{"the game is over: there is a row of five at " +
                                     std::to_string(point.x) + ',' + std::to_string(point.y)});
  if (position.board.full()) return std::unexpected(Problem{"the game is over: the board is full"});
  position.to_move = mover_after(counts[0], counts[1]);
  return position;
}

}  // namespace hilltop::gomoku
