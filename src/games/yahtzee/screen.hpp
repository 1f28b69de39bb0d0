#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/drawing.hpp"
#include "games/yahtzee/rules.hpp"

namespace hilltop::yahtzee {

// Yahtzee for people at a terminal, with the prompts of CAB201. People count dice from 1; names of
// boxes may be short ("3k", "fh") or abbreviated ("sma").
struct Screen {
  static constexpr bool saves_anywhere = false;  // only before the first roll of a turn

  static std::string before(const View& view);
  static std::string show(const View& view, const std::vector<std::string>& names);
  static DrawnTable draw(const View& view, const std::vector<std::string>& names,
                         const Canvas& canvas);
  static std::string question(const View& view);
  static std::string help(const View& view);
  static std::expected<Move, std::string> read(const View& view, std::string_view line);
  static std::vector<std::string> words(const View& view);
  static std::string typed(const View& view, const Move& move);
  static std::string after(const View& view, const Move& move);
  static std::string ending(const Rules& rules, const State& state,
                            const std::vector<std::string>& names);
};

}  // namespace hilltop::yahtzee
