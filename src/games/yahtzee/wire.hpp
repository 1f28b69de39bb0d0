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
  // Returns a state of which the asked seat sees this prompt; what it does not see is anything.
  // Error: what the text should be.
  static std::expected<State, std::string> read(const Rules& rules, std::string_view prompt);
  static std::expected<Move, std::string> answer(const View& view, std::string_view text);
};

}  // namespace hilltop::yahtzee
