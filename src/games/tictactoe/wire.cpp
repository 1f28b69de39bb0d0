#include "games/tictactoe/wire.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "games/tictactoe/text.hpp"

namespace hilltop::tictactoe {

std::string Wire::prompt(const State& view) { return Text::write(view); }

std::expected<Move, std::string> Wire::answer(const State&, std::string_view line) {
  return Text::read(trimmed(line));
}

std::string Wire::farewell(const Points& points, std::uint64_t,
                           const std::vector<std::string>& names) {
  if (points[0] == points[1]) return "EXIT TIE";
  return "EXIT " + names[points[0] > points[1] ? 0 : 1];
}

}  // namespace hilltop::tictactoe
