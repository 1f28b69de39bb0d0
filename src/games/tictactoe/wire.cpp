#include "games/tictactoe/wire.hpp"

#include <algorithm>

#include "games/tictactoe/text.hpp"

namespace hilltop::tictactoe {

std::string Wire::prompt(const State& view) { return Text::write(view); }

std::expected<Move, std::string> Wire::answer(const State&, std::string_view line) {
  constexpr std::string_view blank = " \t\r\v\f";
  line.remove_prefix(std::min(line.find_first_not_of(blank), line.size()));
  line = line.substr(0, line.find_last_not_of(blank) + 1);
  return Text::read(line);
}

std::string Wire::farewell(const Points& points, std::uint64_t,
                           const std::vector<std::string>& names) {
  if (points[0] == points[1]) return "EXIT TIE";
  return "EXIT " + names[points[0] > points[1] ? 0 : 1];
}

}  // namespace hilltop::tictactoe
