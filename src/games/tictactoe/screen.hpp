#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "games/tictactoe/rules.hpp"

namespace hilltop::tictactoe {

// Tic-tac-toe for people at a terminal: free cells show their numbers.
struct Screen {
  static constexpr bool saves_anywhere = true;
  static std::string before(const State&) { return {}; }
  static std::string show(const State& view, const std::vector<std::string>& names);
  static std::string question(const State& view);
  static std::string hint(const State& view);
  static std::expected<Move, std::string> read(const State& view, std::string_view line);
  static std::string after(const State&, Move) { return {}; }
  static std::string ending(const Rules& rules, const State& state,
                            const std::vector<std::string>& names);
};

}  // namespace hilltop::tictactoe
