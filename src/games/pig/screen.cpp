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

constexpr int bar_columns_max = 40;

std::string repeated(std::string_view cell, int times) {
  std::string text;
  while (times-- > 0) text += cell;
  return text;
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

DrawnTable Screen::draw(const State& view, const std::vector<std::string>& names,
                        const Canvas& canvas) {
  int width = 0;
  for (const std::string& name : names) width = std::max(width, columns_of(name));
  const int room = canvas.columns - width - score_columns - 26;  // the remark is at most that wide
  const int bar = std::clamp(room, 10, bar_columns_max);
  Drawing drawing;
  drawing.add("The first to hold " + std::to_string(view.target) + " points wins", Ink::faint);
  drawing.end_line().end_line();
  for (int seat = 0; seat < view.seats; ++seat) {
    const int turn = !view.over && seat == view.mover ? view.turn_total : 0;
    const int full = std::min(view.score(seat) * bar / view.target, bar);
    const int more = std::min((view.score(seat) + turn) * bar / view.target, bar) - full;
    const bool mine = seat == index(canvas.seat);
    drawing.add(left_aligned(names[static_cast<std::size_t>(seat)], width),
                mine ? Ink::mine : Ink::theirs);
    drawing.add(right_aligned(std::to_string(view.score(seat)), score_columns) + "  ", Ink::strong);
    drawing.add(repeated(canvas.unicode ? "█" : "#", full), mine ? Ink::mine : Ink::theirs);
    drawing.add(repeated(canvas.unicode ? "▒" : "+", more), Ink::good);
    drawing.add(repeated(canvas.unicode ? "·" : ".", bar - full - more), Ink::faint);
    drawing.add(remark(view, seat)).end_line();
  }
  return {std::move(drawing)};
}

std::string Screen::typed(const State&, Move move) { return Text::write(move); }

std::string Screen::question(const State& view) {
  if (view.hold_wins())
    return "hold and win with " + std::to_string(view.my_score() + view.turn_total);
  if (view.rolls == 0) return "roll the die";
  return "roll again or hold " + std::to_string(view.turn_total);
}

std::string Screen::help(const State& view) {
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
