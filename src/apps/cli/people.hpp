#pragma once
#include <cstdio>
#include <expected>
#include <functional>
#include <optional>
#include <string>

#include "arena/game_session.hpp"

namespace hilltop::cli {

// Returns a line typed by a person, after flushing `screen`; nullopt if the input has ended.
std::optional<std::string> typed_line(std::FILE* screen);

// Thrown from a prompt when a person quits or the input ends.
struct PersonLeft {
  bool input_ended;
};

// Returns a function that asks people on `screen`, with the commands `help` and `quit`. It throws
// PersonLeft.
arena::AskPerson asks_at_terminal(std::FILE* screen);

// How people left a game at the terminal.
struct Departure {
  enum class Why { game_over, new_game, loaded, quit, input_ended } why;
  Record record;  // of the game that they left, or the loaded one
};

// Problem: the record's game cannot be resumed.
using Acceptable = std::function<std::expected<void, Problem>(const Record&)>;

// Plays a game to its end, or until a person starts or loads another one or quits.
Departure play_at_terminal(arena::GameSession& game, std::FILE* screen,
                           const Acceptable& acceptable);

}  // namespace hilltop::cli
