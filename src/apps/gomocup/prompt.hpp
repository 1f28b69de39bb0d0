#pragma once
#include <optional>
#include <string_view>

#include "games/gomoku/rules.hpp"

namespace hilltop::gomocup {

// The arena's question to a bot (W1 in the rules of Gomoku).
struct Prompt {
  gomoku::Phase phase;  // never `over`
  int turn = 0;         // in the phase `stones`: turns since the opening
  gomoku::Board board;
};
// nullopt if the line is not a question.
std::optional<Prompt> read_prompt(std::string_view line);

}  // namespace hilltop::gomocup
