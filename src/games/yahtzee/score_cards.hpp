#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/yahtzee/scoring.hpp"

namespace hilltop::yahtzee {

inline constexpr int columns_max = 100;  // of a screen

// Returns the cards side by side under their players' names, in blocks that fit the screen.
std::string score_cards(std::span<const Card> cards, std::span<const std::string> names);

// Returns "label: item, item, …", broken between items into lines that fit the screen.
std::string in_lines(std::string_view label, const std::vector<std::string>& items);

}  // namespace hilltop::yahtzee
