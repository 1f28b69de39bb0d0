#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/drawing.hpp"
#include "games/tictactoe/rules.hpp"

namespace hilltop::tictactoe {

// Tic-tac-toe for people at a terminal: free cells show their numbers.
struct Screen {
  static constexpr bool saves_anywhere = true;
  static std::string before(const State&) { return {}; }
  static std::string show(const State& view, const std::vector<std::string>& names);
  static DrawnTable draw(const State& view, const std::vector<std::string>& names,
                         const Canvas& canvas);
  static std::string question(const State& view);
  static std::string help(const State& view);
  static std::expected<Move, std::string> read(const State& view, std::string_view line);
  static std::string typed(const State& view, Move move);
  static std::string after(const State&, Move) { return {}; }
  static std::string ending(const Rules& rules, const State& state,
                            const std::vector<std::string>& names);
};

}  // namespace hilltop::tictactoe
