#pragma once
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "games/tictactoe/rules.hpp"

namespace hilltop::tictactoe {

// The lines to a process and back: RULES.md, T9 to T12.
struct Wire {
  static std::string prompt(const State& view);
  // Returns the position with this prompt. Error: what the text should be.
  static std::expected<State, std::string> read(const Rules& rules, std::string_view prompt);
  static std::expected<Move, std::string> answer(const State& view, std::string_view line);
  static std::string farewell(const Points& points, std::uint64_t retired,
                              const std::vector<std::string>& names);
};

}  // namespace hilltop::tictactoe
