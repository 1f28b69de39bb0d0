#include "games/gomoku/sgf.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/text.hpp"
#include "games/gomoku/stones.hpp"

namespace hilltop::gomoku {
namespace {

constexpr std::size_t text_bytes_max = 64 * 1024;  // per value

// Returns the format's Text: ']' and '\' are escaped, line feeds kept.
std::string text(std::string_view said) {
  std::string escaped;
  for (const char c : said) {
    if (c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// Returns the format's SimpleText: one line.
std::string simple_text(std::string said) {
  std::ranges::replace(said, '\n', ' ');
  return text(printable(said, text_bytes_max));
}

std::string comment(std::string_view told) {
  std::string lines = printable_lines(told, text_bytes_max);
  if (lines.empty()) return {};
  lines.pop_back();
  return "C[" + text(lines) + ']';
}

std::string letters(Point point) {
  return {static_cast<char>('a' + point.x), static_cast<char>('a' + point.y)};
}

std::string result(const Stones& game) {
  if (!game.end.winner) return "0";
  return std::string(*game.end.winner == game.black ? "B+" : "W+") + (game.left ? "F" : "");
}

std::string_view rows(RowRule rule) {
  switch (rule) {
    case RowRule::five_or_more: return "Gomoku, five or more";
    case RowRule::exactly_five: return "Gomoku, exactly five";
    case RowRule::renju: return "Renju";
  }
  std::unreachable();
}

std::string rules(const Rules& of, FirstToMove first) {
  std::string rules(rows(of.variant().rows));
  const bool position = of.openings() != 0;
  if (!of.has_swap2() && !position) return rules;
  rules += position ? "; a position" : "; Swap2";
  return rules + (first == FirstToMove::black ? ", after which black moves first"
                  : position ? ", after which white moves first, but black after an even number of "
                               "stones"
                             : ", after which white moves first, but black after four stones");
}

}  // namespace

std::expected<std::string, Problem> write_sgf(const PlayedGame<Rules>& game) {
  const Stones all = stones_of(game);
  const auto name = [&](Seat seat) {
    return simple_text(game.names[static_cast<std::size_t>(index(seat))]);
  };
  std::string sgf = "(;FF[4]GM[4]CA[UTF-8]SZ[" + std::to_string(game.rules.variant().size) + "]\n";
  sgf += "EV[" + simple_text(game.caption.event) + "]GN[" + simple_text(game.caption.title) + "]\n";
  sgf +=
      "PB[" + name(all.black) + "]PW[" + name(opponent(all.black)) + "]RE[" + result(all) + "]\n";
  sgf += "RU[" + simple_text(rules(game.rules, all.end.first_to_move)) + "]\n" + comment(all.told) +
         '\n';
  for (const Stone& stone : all.stones)
    sgf += std::string(stone.colour == Colour::black ? ";B[" : ";W[") + letters(stone.point) + ']' +
           comment(stone.told) + '\n';
  return sgf + ")\n";
}

}  // namespace hilltop::gomoku
