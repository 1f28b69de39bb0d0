#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "games/pig/rules.hpp"

namespace hilltop::pig {

// The lines of docs/protocol.md, from behind the number of the game: RULES.md, "On the wire".
struct Wire {
  static constexpr bool numbered = true;
  static std::string prompt(const State& view);
  // Returns the position with this prompt. Error: what the text should be.
  static std::expected<State, std::string> read(const Rules& rules, std::string_view prompt);
  static std::expected<Move, std::string> answer(const State& view, std::string_view text);
};

}  // namespace hilltop::pig
