#pragma once
#include <optional>
#include <string_view>

#include "games/gomoku/rules.hpp"

namespace hilltop::gomocup {

// What our conditions says to a bot (W1 in the rules of Gomoku).
struct Prompt {
  gomoku::Phase phase;  // never `over`
  int turn = 0;         // in the phase `stones`: turns since the opening
  gomoku::Board board;
};
std::optional<Prompt> read_prompt(std::string_view line);

}  // namespace hilltop::gomocup
