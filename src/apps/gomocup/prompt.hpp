#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/gomoku/rules.hpp"

namespace hilltop::gomocup {

// The arena's question to a bot (W1 in the rules of Gomoku).
struct Prompt {
  gomoku::Phase phase;  // never `over`
  int turn = 0;         // in the phase `stones`: turns since the opening
  gomoku::VariantBoard board;
};
// nullopt if the line is not a question.
std::optional<Prompt> read_prompt(std::string_view line, int board_size = 15);

// The line before each game but the first of a process that stays (docs/gomoku-bot.md).
struct NewGame {
  std::uint32_t seed = 0;
  std::string opponent;
};
// nullopt if the line is not `NEW SEED OPPONENT`.
std::optional<NewGame> read_new_game(std::string_view line);

}  // namespace hilltop::gomocup
