#include "games/pig/screen.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "games/pig/text.hpp"

namespace hilltop::pig {
namespace {

constexpr int score_columns = 5;

std::string padded(const std::string& text, int columns) {
  return text + std::string(static_cast<std::size_t>(std::max(columns - columns_of(text), 0)), ' ');
}

// What stands behind the score of a seat.
std::string remark(const State& view, int seat) {
  if (view.has_left(seat)) return "  left";
  if (view.over || seat != view.mover) return {};
  return view.rolls == 0 ? "  to roll" : "  + " + std::to_string(view.turn_total) + " in this turn";
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower)
    if ('A' <= letter && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return lower;
}

}  // namespace

std::string Screen::show(const State& view, const std::vector<std::string>& names) {
  int width = 0;
  for (const std::string& name : names) width = std::max(width, columns_of(name));
  std::string text;
  for (int seat = 0; seat < view.seats; ++seat) {
    const std::string score = std::to_string(view.score(seat));
    text += "  " + padded(names[static_cast<std::size_t>(seat)], width) +
            std::string(score_columns - score.size(), ' ') + score + remark(view, seat) + '\n';
  }
  return text;
}

std::string Screen::question(const State& view) {
  if (view.hold_wins())
    return "hold and win with " + std::to_string(view.my_score() + view.turn_total);
  if (view.rolls == 0) return "roll the die";
  return "roll again or hold " + std::to_string(view.turn_total);
}

std::string Screen::hint(const State& view) {
  std::string text;
  if (!view.hold_wins())
    text += "  roll (r)    rolls the die: a 1 ends the turn, and it scores nothing\n";
  if (view.rolls > 0)
    text += "  hold (h)    ends the turn, with a score of " +
            std::to_string(view.my_score() + view.turn_total) + " of " +
            std::to_string(view.target) + '\n';
  return text;
}

std::expected<Move, std::string> Screen::read(const State&, std::string_view line) {
  std::string typed = lower_case(trimmed(line));
  if (typed == "r") typed = "roll";
  if (typed == "h") typed = "hold";
  const auto move = Text::read(typed);
  if (!move) return std::unexpected("type roll or hold, or r or h");
  return move;
}

std::string Screen::ending(const Rules&, const State& state,
                           const std::vector<std::string>& names) {
  return show(state, names) + verdict(state, names) + '\n';
}

}  // namespace hilltop::pig
