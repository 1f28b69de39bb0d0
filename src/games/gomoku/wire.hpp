#pragma once
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// The messages of the contest's referee to a bot and back: RULES.md, W1 to W5.
struct Wire {
  static std::string prompt(const State& view);
  // Returns a position with this prompt, also one that no game reaches. Which seat has a colour,
  // and which stone was the last, no prompt tells. Error: what the text should be.
  static std::expected<State, std::string> read(const Rules& rules, std::string_view prompt);
  static std::expected<Move, std::string> answer(const State& view, std::string_view line);
  static std::string farewell(const Points& points, std::uint64_t retired,
                              const std::vector<std::string>& names);
};

}  // namespace hilltop::gomoku
