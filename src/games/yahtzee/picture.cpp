#include "games/yahtzee/picture.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "core/text.hpp"
#include "games/yahtzee/score_cards.hpp"
#include "games/yahtzee/text.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr int short_columns = 3, now_columns = 4, aside_gap = 3;
constexpr int player_columns_min = 4;  // "345", and a space before it

using Rows = std::vector<std::string>;

// How a die is drawn.
struct DiceStyle {
  int columns;
  int between;            // columns between two dice
  Rows (*die)(int face);  // face 0: not rolled yet
};

Rows die_of_pips(int face) {
  constexpr std::array<std::array<std::string_view, 3>, faces + 1> pips{{
      {"     ", "     ", "     "},
      {"     ", "  ●  ", "     "},
      {"●    ", "     ", "    ●"},
      {"●    ", "  ●  ", "    ●"},
      {"●   ●", "     ", "●   ●"},
      {"●   ●", "  ●  ", "●   ●"},
      {"●   ●", "●   ●", "●   ●"},
  }};
  Rows rows{"╭─────╮"};
  for (const std::string_view row : pips[static_cast<std::size_t>(face)])
    rows.push_back("│" + std::string(row) + "│");
  rows.emplace_back("╰─────╯");
  return rows;
}

std::string digit(int face) { return face == 0 ? " " : std::to_string(face); }

Rows die_of_digits(int face) { return {"╭───╮", "│ " + digit(face) + " │", "╰───╯"}; }
Rows die_of_ascii(int face) { return {"+---+", "| " + digit(face) + " |", "+---+"}; }

constexpr DiceStyle pips{7, 0, die_of_pips}, digits{5, 1, die_of_digits}, ascii{5, 1, die_of_ascii};

int columns_of(const DiceStyle& style) {
  return dice_rolled * style.columns + (dice_rolled - 1) * style.between;
}

Drawing drawn_dice(const Dice& dice, const DiceStyle& style, bool rolled) {
  Drawing drawing;
  for (int die = 1; die <= dice_rolled; ++die) {
    const std::string number = right_aligned(std::to_string(die), (style.columns + 1) / 2);
    drawing.add(die == dice_rolled ? number : left_aligned(number, style.columns + style.between),
                Ink::faint);
  }
  drawing.end_line();
  std::vector<Rows> drawn;
  for (const std::uint8_t face : dice) drawn.push_back(style.die(rolled ? face : 0));
  for (std::size_t row = 0; row < drawn[0].size(); ++row) {
    for (const Rows& die : drawn) {
      drawing.add(die[row], rolled ? Ink::strong : Ink::faint);
      if (&die != &drawn.back())
        drawing.add(std::string(static_cast<std::size_t>(style.between), ' '));
    }
    drawing.end_line();
  }
  return drawing;
}

// The columns of the players, and what is in them.
struct Columns {
  std::span<const Card> cards;
  std::vector<std::string> names;  // as they are headed
  std::size_t mine;
  int width;
};

Columns columns_for(const View& view, const std::vector<std::string>& names, const Canvas& canvas,
                    int room) {
  Columns columns{{&view.card, 1}, {"You"}, 0, 0};
  if (!view.cards.empty()) columns = {view.cards, names, static_cast<std::size_t>(*view.seat), 0};
  int longest = player_columns_min;
  for (const std::string& name : columns.names)
    longest = std::max(longest, hilltop::columns_of(name));
  const auto players = static_cast<int>(columns.names.size());
  columns.width = std::max(player_columns_min, std::min(longest + 1, room / players));
  const std::string_view mark = canvas.unicode ? "…" : ".";
  const auto shortened = [&](const std::string& name) {
    return abbreviated(name, columns.width - 1, mark);
  };
  std::vector<std::string> headed;
  for (const std::string& name : columns.names) headed.push_back(shortened(name));
  // Two names that would look alike get the numbers of their seats.
  for (std::size_t seat = 0; seat < headed.size(); ++seat)
    if (std::ranges::count(columns.names, shortened(columns.names[seat]), shortened) > 1)
      headed[seat] = shortened(columns.names[seat] + std::to_string(seat + 1));
  columns.names = std::move(headed);
  return columns;
}

// Returns the most that the dice would score in a box now; 0 if there is nothing to score.
int best_score(const View& view) {
  int best = 0;
  for (const Category category : categories)
    if (refusal(view, category).empty()) best = std::max(best, worth(view, category));
  return best;
}

Ink ink_of_sum(const CardLine& line) { return line.sum == &Card::total ? Ink::strong : Ink::faint; }

Drawing drawn_cards(const View& view, const Columns& columns, bool deciding) {
  Drawing drawing;
  drawing.add(left_aligned("", label_columns + short_columns));
  drawing.add(right_aligned(deciding ? "now" : "", now_columns), Ink::good);
  for (std::size_t i = 0; i < columns.names.size(); ++i)
    drawing.add(right_aligned(columns.names[i], columns.width),
                i == columns.mine ? Ink::mine : Ink::theirs);
  drawing.end_line();
  const int best = deciding ? best_score(view) : 0;
  for (const CardLine& line : card_lines()) {
    const bool open = line.box && view.card.open(*line.box);
    const Ink ink = line.box ? Ink::plain : ink_of_sum(line);
    drawing.add(left_aligned(line.title(), label_columns), ink);
    drawing.add(right_aligned(line.box ? short_name(*line.box) : "", short_columns), Ink::faint);
    std::string now;
    if (deciding && open)
      now = refusal(view, *line.box).empty() ? std::to_string(worth(view, *line.box)) : "-";
    drawing.add(right_aligned(now, now_columns), now == std::to_string(best) && best > 0 ? Ink::good
                                                 : now == "0" || now == "-" ? Ink::faint
                                                                            : Ink::plain);
    for (std::size_t i = 0; i < columns.cards.size(); ++i)
      drawing.add(right_aligned(line.cell(columns.cards[i]), columns.width), ink);
    drawing.end_line();
  }
  return drawing;
}

}  // namespace

DrawnTable drawn(const View& view, const std::vector<std::string>& names, const Canvas& canvas) {
  const int left = label_columns + short_columns + now_columns + aside_gap;
  const DiceStyle& narrow = canvas.unicode ? digits : ascii;
  Columns columns = columns_for(view, names, canvas, canvas.columns - left - columns_of(pips));
  const bool whole = std::ranges::all_of(columns.names, [&](const std::string& name) {
    return name == "You" || std::ranges::count(names, name) == 1;
  });
  const bool roomy = canvas.unicode && whole;
  if (!roomy)
    columns = columns_for(view, names, canvas, canvas.columns - left - columns_of(narrow));
  const bool deciding = canvas.moment == Moment::deciding;
  std::string text;
  if (canvas.moment != Moment::after)
    text = "Round " + std::to_string(view.round + 1) + " of " + std::to_string(rounds);
  if (deciding)
    text += ", roll " + std::to_string(view.stage + 1) + " of " + std::to_string(rolls_a_turn);
  Drawing aside;
  aside.add(text, Ink::strong).end_line().end_line();
  aside.append(drawn_dice(view.dice, roomy ? pips : narrow, deciding));
  if (view.cards.empty()) {
    std::string totals;
    for (const int total : view.totals) totals += ' ' + std::to_string(total);
    aside.end_line().append(
        Drawing::of(wrapped("All totals, lowest first:" + totals, columns_of(narrow)), Ink::plain));
  }
  return {drawn_cards(view, columns, deciding), std::move(aside)};
}

}  // namespace hilltop::yahtzee
