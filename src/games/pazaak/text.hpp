#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {

// Pazaak in words: END, STAND, PLAY 3. A PLAY without a card is of the right form, and refused.
struct Text {
  static std::string write(const Rules::View& view);
  static std::string write(Rules::Move move);
  static std::expected<Rules::Move, std::string> read(std::string_view text);
};

// "none", "END" or "STAND".
std::string_view name(Action action);

// "[2, 8, 7]"
std::string write(const Cards& cards);
std::string write(const Hand& hand);

}  // namespace hilltop::pazaak
