#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/drawing.hpp"
#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {

// Pazaak for people at a terminal: each player sees what a bot would see.
struct Screen {
  static constexpr bool saves_anywhere = true;
  static std::string before(const Rules::View&) { return {}; }
  static std::string show(const Rules::View& view, const std::vector<std::string>& names);
  static DrawnTable draw(const Rules::View& view, const std::vector<std::string>& names,
                         const Canvas& canvas);
  static std::string question(const Rules::View& view);
  static std::string help(const Rules::View& view);
  static std::expected<Rules::Move, std::string> read(const Rules::View& view,
                                                      std::string_view line);
  static std::vector<std::string> words(const Rules::View& view);
  static std::string typed(const Rules::View& view, Rules::Move move);
  static std::string after(const Rules::View&, Rules::Move) { return {}; }
  static std::string ending(const Rules& rules, const Rules::State& state,
                            const std::vector<std::string>& names);
};

}  // namespace hilltop::pazaak
