#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/yahtzee/scoring.hpp"

namespace hilltop::yahtzee {

inline constexpr int columns_max = 100;  // of a screen

// A line of the card: a box, or a labelled sum.
struct CardLine {
  std::optional<Category> box;
  std::string_view label;  // of a sum
  int (Card::*sum)() const = nullptr;
  std::string_view sum_name = {};  // for programs

  std::string_view name() const { return box ? yahtzee::name(*box) : sum_name; }
  std::string_view title() const { return box ? yahtzee::title(*box) : label; }
  std::string cell(const Card& card) const;  // empty for an open box
};

// Returns the lines of the game for people, from the top.
std::span<const CardLine> card_lines();

inline constexpr int label_columns = 15;  // "Three of a Kind"

// Returns the cards side by side under their players' names, in blocks that fit the screen.
std::string score_cards(std::span<const Card> cards, std::span<const std::string> names);

// Returns "label: item, item, …", broken between items into lines of at most `columns`. All but the
// first are indented.
std::string in_lines(std::string_view label, const std::vector<std::string>& items,
                     int columns = columns_max, int indent = 2);

}  // namespace hilltop::yahtzee
