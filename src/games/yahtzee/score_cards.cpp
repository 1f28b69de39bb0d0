#include "games/yahtzee/score_cards.hpp"

#include <algorithm>
#include <optional>

#include "core/text.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr int label_columns = 15;  // "Three of a Kind"
constexpr int number_columns = 5;
constexpr int gap = 2;

// A line of the card: a box, or a labelled sum.
struct Line {
  std::optional<Category> box;
  std::string_view label;
  int (Card::*sum)() const = nullptr;
};

constexpr Line lines[] = {
    {Category::aces, {}},
    {Category::twos, {}},
    {Category::threes, {}},
    {Category::fours, {}},
    {Category::fives, {}},
    {Category::sixes, {}},
    {{}, "Sub-Total", &Card::upper_score},
    {{}, "Bonus for 63+", &Card::upper_bonus},
    {{}, "Upper Total", &Card::upper_total},
    {Category::three_of_a_kind, {}},
    {Category::four_of_a_kind, {}},
    {Category::full_house, {}},
    {Category::small_straight, {}},
    {Category::large_straight, {}},
    {Category::chance, {}},
    {Category::yahtzee, {}},
    {{}, "Yahtzee Bonus", &Card::yahtzee_bonus},
    {{}, "Lower Total", &Card::lower_total},
    {{}, "Grand Total", &Card::total},
};

std::string cell(const Line& line, const Card& card) {
  if (!line.box) return std::to_string((card.*line.sum)());
  return card.open(*line.box) ? "" : std::to_string(card.box(*line.box));
}

std::string left(std::string_view text, int columns) {
  const int spaces = std::max(0, columns - columns_of(text));
  return std::string(text) + std::string(static_cast<std::size_t>(spaces), ' ');
}

std::string right(std::string_view text, int columns) {
  const int spaces = std::max(0, columns - columns_of(text));
  return std::string(static_cast<std::size_t>(spaces), ' ') + std::string(text);
}

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
  std::string text = left("", label_columns);
  for (const std::string& name : names) text += right(name, width_of(name));
  end_line(text);
  for (const Line& line : lines) {
    text += left(line.box ? title(*line.box) : line.label, label_columns);
    for (std::size_t i = 0; i < cards.size(); ++i)
      text += right(cell(line, cards[i]), width_of(names[i]));
    end_line(text);
  }
  return text;
}

}  // namespace

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

std::string in_lines(std::string_view label, const std::vector<std::string>& items) {
  std::string text(label);
  text += ':';
  int columns = columns_of(text);
  for (const std::string& item : items) {
    const bool last = &item == &items.back();
    const std::string word = ' ' + item + (last ? "" : ",");
    if (columns + columns_of(word) > columns_max) {
      text += "\n ";
      columns = 1;
    }
    text += word;
    columns += columns_of(word);
  }
  return text + '\n';
}

}  // namespace hilltop::yahtzee
