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

std::string seen_by_all(const State& view) {
  const std::vector<int> scores(view.scores.begin(), view.scores.begin() + view.seats);
  std::vector<int> left;
  for (int seat = 0; seat < view.seats; ++seat)
    if (view.has_left(seat)) left.push_back(seat);
  return "seat " + std::to_string(view.mover) + " scores " + with_commas(scores) + " turn_total " +
         std::to_string(view.turn_total) + " rolls " + std::to_string(view.rolls) + " round " +
         std::to_string(view.round) + " left " + with_commas(left);
}

std::string Text::write(const State& view) {
  return seen_by_all(view) + " target " + std::to_string(view.target) + (view.over ? " over" : "");
}

std::string Text::write(Move move) { return move == Move::roll ? "roll" : "hold"; }

std::expected<Move, std::string> Text::read(std::string_view text) {
  if (text == "roll") return Move::roll;
  if (text == "hold") return Move::hold;
  return std::unexpected("a move is 'roll' or 'hold'");
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text.append(i == 0 ? "" : i + 1 == names.size() ? " and " : ", ").append(names[i]);
  return text;
}

std::string verdict(const State& state, const std::vector<std::string>& names) {
  const Points points = Rules::points(state);
  std::vector<std::string> winners;
  int score = 0;
  for (int seat = 0; seat < state.seats; ++seat)
    if (points[seat] > 0) {
      winners.push_back(names[static_cast<std::size_t>(seat)]);
      score = state.score(seat);
    }
  return listed(winners) + (winners.size() == 1 ? " wins with " : " tie with ") +
         std::to_string(score);
}

}  // namespace hilltop::pig
