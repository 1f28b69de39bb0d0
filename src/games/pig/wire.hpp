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
  static std::expected<Move, std::string> answer(const State& view, std::string_view text);
};

}  // namespace hilltop::pig
