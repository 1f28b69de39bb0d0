#pragma once
#include <cstdio>
#include <expected>
#include <functional>
#include <optional>
#include <string>

#include "arena/game_session.hpp"

namespace hilltop::cli {

// A line typed by a person; what was printed to `screen` is shown first. nullopt: the input ended.
std::optional<std::string> typed_line(std::FILE* screen);

// Thrown out of a prompt by a person who will not go on.
struct PersonLeft {
  bool input_ended;
};

// Asks people on `screen`; knows `help` and `quit`. Throws PersonLeft.
arena::AskPerson asks_at_terminal(std::FILE* screen);

// How people left a game at the terminal.
struct Departure {
  enum class Why { game_over, new_game, loaded, quit, input_ended } why;
  Record record;  // of the game that was left, or the one that was loaded
};

// Whether a record can be gone on with.
using Acceptable = std::function<std::expected<void, Problem>(const Record&)>;

// Plays a game to its end, or until somebody wants another one or none.
Departure play_at_terminal(arena::GameSession& game, std::FILE* screen,
                           const Acceptable& acceptable);

}  // namespace hilltop::cli
