#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "games/yahtzee/rules.hpp"

namespace hilltop::yahtzee {

// The lines of docs/protocol.md: the part after the game's number.
struct Wire {
  static constexpr bool numbered = true;
  static std::string prompt(const View& view);
  static std::expected<Move, std::string> answer(const View& view, std::string_view text);
};

}  // namespace hilltop::yahtzee
