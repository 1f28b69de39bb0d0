#include "games/pig/wire.hpp"

#include "games/pig/text.hpp"

namespace hilltop::pig {
namespace {

std::string with_commas(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers)
    text.append(text.empty() ? "" : ",").append(std::to_string(number));
  return text.empty() ? "-" : text;
}

}  // namespace

std::string Wire::prompt(const State& view) {
  const std::vector<int> scores(view.scores.begin(), view.scores.begin() + view.seats);
  std::vector<int> left;
  for (int seat = 0; seat < view.seats; ++seat)
    if (view.has_left(seat)) left.push_back(seat);
  return "seat " + std::to_string(view.mover) + " scores " + with_commas(scores) + " turn_total " +
         std::to_string(view.turn_total) + " rolls " + std::to_string(view.rolls) + " round " +
         std::to_string(view.round) + " left " + with_commas(left);
}

std::expected<Move, std::string> Wire::answer(const State&, std::string_view text) {
  return Text::read(text);
}

}  // namespace hilltop::pig
