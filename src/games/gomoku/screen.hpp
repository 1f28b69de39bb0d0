#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/drawing.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// Gomoku for people at a terminal. Stones are X (black) and O (white), readable without colours.
struct Screen {
  static constexpr bool saves_anywhere = true;

  static std::string before(const State&) { return {}; }
  static std::string show(const State& view, const std::vector<std::string>& names);
  static DrawnTable draw(const State& view, const std::vector<std::string>& names,
                         const Canvas& canvas);
  static std::string question(const State& view);
  static std::string help(const State& view);
  // Numbers may be in brackets and separated by commas or spaces: "7 7", "7,7", "(7,7)".
  static std::expected<Move, std::string> read(const State& view, std::string_view line);
  static std::vector<std::string> words(const State& view);
  static std::string typed(const State& view, const Move& move);
  static std::string after(const State&, const Move&) { return {}; }
  static std::string ending(const Rules& rules, const State& state,
                            const std::vector<std::string>& names);
};

}  // namespace hilltop::gomoku
