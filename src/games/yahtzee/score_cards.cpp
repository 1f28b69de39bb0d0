#include "games/yahtzee/score_cards.hpp"

#include <algorithm>

#include "core/drawing.hpp"
#include "core/text.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr int number_columns = 5;
constexpr int gap = 2;

constexpr CardLine lines[] = {
    {Category::aces, {}},
    {Category::twos, {}},
    {Category::threes, {}},
    {Category::fours, {}},
    {Category::fives, {}},
    {Category::sixes, {}},
    {{}, "Sub-Total", &Card::upper_score, "sub_total"},
    {{}, "Bonus for 63+", &Card::upper_bonus, "upper_bonus"},
    {{}, "Upper Total", &Card::upper_total, "upper_total"},
    {Category::three_of_a_kind, {}},
    {Category::four_of_a_kind, {}},
    {Category::full_house, {}},
    {Category::small_straight, {}},
    {Category::large_straight, {}},
    {Category::chance, {}},
    {Category::yahtzee, {}},
    {{}, "Yahtzee Bonus", &Card::yahtzee_bonus, "yahtzee_bonus"},
    {{}, "Lower Total", &Card::lower_total, "lower_total"},
    {{}, "Grand Total", &Card::total, "grand_total"},
};

int width_of(std::string_view name) { return gap + std::max(columns_of(name), number_columns); }

// Returns how many cards fit side by side on the screen; at least one.
std::size_t that_fit(std::span<const std::string> names) {
  int columns = label_columns;
  std::size_t count = 0;
  while (count < names.size() && (columns += width_of(names[count])) <= columns_max) ++count;
  return std::max<std::size_t>(count, 1);
}

void end_line(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
}

std::string block(std::span<const Card> cards, std::span<const std::string> names) {
  std::string text = left_aligned("", label_columns);
  for (const std::string& name : names) text += right_aligned(name, width_of(name));
  end_line(text);
  for (const CardLine& line : lines) {
    text += left_aligned(line.title(), label_columns);
    for (std::size_t i = 0; i < cards.size(); ++i)
      text += right_aligned(line.cell(cards[i]), width_of(names[i]));
    end_line(text);
  }
  return text;
}

}  // namespace

std::span<const CardLine> card_lines() { return lines; }

std::string CardLine::cell(const Card& card) const {
  if (!box) return std::to_string((card.*sum)());
  return card.open(*box) ? "" : std::to_string(card.box(*box));
}

std::string score_cards(std::span<const Card> cards, std::span<const std::string> names) {
  std::string text;
  while (!cards.empty()) {
    const std::size_t count = that_fit(names);
    text += block(cards.first(count), names.first(count));
    cards = cards.subspan(count);
    names = names.subspan(count);
    if (!cards.empty()) text += '\n';
  }
  return text;
}

std::string in_lines(std::string_view label, const std::vector<std::string>& items, int columns,
                     int indent) {
  std::string text(label);
  text += ':';
  int used = columns_of(text);
  for (const std::string& item : items) {
    const bool last = &item == &items.back();
    const std::string word = ' ' + item + (last ? "" : ",");
    if (used + columns_of(word) > columns) {
      text += '\n' + left_aligned("", indent - 1);
      used = indent - 1;
    }
    text += word;
    used += columns_of(word);
  }
  return text + '\n';
}

}  // namespace hilltop::yahtzee
