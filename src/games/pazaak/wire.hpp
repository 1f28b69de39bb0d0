#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {

// The lines of docs/protocol.md: the part after the game's number.
struct Wire {
  static constexpr bool numbered = true;
  static std::string prompt(const Rules::View& view);
  // Returns a state of which the asked seat sees this prompt; what that seat does not see is
  // anything. Error: what the text should be.
  static std::expected<Rules::State, std::string> read(const Rules& rules, std::string_view prompt);
  static std::expected<Rules::Move, std::string> answer(const Rules::View& view,
                                                        std::string_view text);
};

}  // namespace hilltop::pazaak
