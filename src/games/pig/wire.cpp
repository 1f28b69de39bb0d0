#include "games/pig/wire.hpp"

#include <algorithm>
#include <vector>

#include "core/view_reader.hpp"
#include "games/pig/text.hpp"

namespace hilltop::pig {

std::string Wire::prompt(const State& view) { return seen_by_all(view); }

std::expected<State, std::string> Wire::read(const Rules& rules, std::string_view prompt) {
  const int highest = rules.target() + faces * rolls_a_turn_max;
  ViewReader reader(prompt);
  State state;
  state.target = rules.target();
  state.mover = reader.whole("seat", 0, seat_range.most - 1);
  const std::vector<int> scores =
      reader.numbers("scores", 0, rules.target() - 1, seat_range.fewest, seat_range.most);
  state.seats = static_cast<int>(scores.size());
  std::ranges::copy(scores, state.scores.begin());
  state.turn_total = reader.whole("turn_total", 0, highest);
  state.rolls = reader.whole("rolls", 0, rolls_a_turn_max);
  state.round = reader.whole("round", 0, rounds_max - 1);
  for (const int seat : reader.numbers("left", 0, seat_range.most - 1, 0, seat_range.most))
    state.left |= 1u << seat;
  if (state.mover >= state.seats || state.left >> state.seats != 0)
    reader.complain("a seat is a number below that of the scores");
  else if (state.has_left(state.mover))
    reader.complain("a seat that has left is not asked");
  if (const std::string problem = reader.problem(); !problem.empty())
    return std::unexpected(problem);
  return state;
}

std::expected<Move, std::string> Wire::answer(const State&, std::string_view text) {
  return Text::read(text);
}

}  // namespace hilltop::pig
