#include "games/gomoku/solver/suite.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "games/gomoku/solver/position.hpp"

namespace hilltop::gomoku {
namespace {

// Takes the next word off the front.
std::string_view take_word(std::string_view& rest) {
  const std::string_view word = rest.substr(0, rest.find(' '));
  rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  return word;
}

}  // namespace

std::optional<SuitePosition> read_suite_position(std::string_view line) {
  const auto rows = row_rule_named(take_word(line));
  const auto size = number_in<int>(take_word(line));
  const auto plies = number_in<int>(take_word(line));
  if (!rows || !size || *size < row_to_win || *size > variant_size_max || !plies)
    return std::nullopt;
  SuitePosition position{{*size, *rows}, {}, *plies};
  VariantBoard board(position.variant);
  while (!line.empty()) {
    const auto point = take_lettered_point(line);
    if (!point || !board.free(*point)) return std::nullopt;
    board.lay(*point, mover_of(position));
    position.stones.push_back(*point);
  }
  return position;
}

std::string write_suite_position(const SuitePosition& position) {
  std::string line = std::string(name(position.variant.rows)) + ' ' +
                     std::to_string(position.variant.size) + ' ' + std::to_string(position.plies) +
                     ' ';
  for (const Point point : position.stones) line += lettered(point);
  return line;
}

VariantBoard board_of(const SuitePosition& position) {
  VariantBoard board(position.variant);
  Colour colour = Colour::black;
  for (const Point point : position.stones) {
    board.lay(point, colour);
    colour = other(colour);
  }
  return board;
}

Colour mover_of(const SuitePosition& position) {
  return position.stones.size() % 2 == 0 ? Colour::black : Colour::white;
}

}  // namespace hilltop::gomoku
