#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {

// Pazaak's notation: END, STAND, PLAY 3. A PLAY without a card is well-formed but illegal.
struct Text {
  static std::string write(const Rules::View& view);
  static std::string write(Rules::Move move);
  static std::expected<Rules::Move, std::string> read(std::string_view text);
};

// Returns "none", "END" or "STAND".
std::string_view name(Action action);

// Return "[2, 8, 7]".
std::string write(const Cards& cards);
std::string write(const Hand& hand);

}  // namespace hilltop::pazaak
