#pragma once
#include <cstdio>
#include <expected>
#include <functional>
#include <string>

#include "apps/cli/console.hpp"
#include "arena/game_session.hpp"

namespace hilltop::cli {

// Thrown from a prompt when a person quits or the input ends.
struct PersonLeft {
  bool input_ended;
};

// Returns a function that asks people in lines on `screen`, with the commands `help` and `quit`. It
// throws PersonLeft.
play::AskPerson asks_at_terminal(std::FILE* screen);

// How people left a game at the terminal.
struct Departure {
  enum class Why { game_over, new_game, loaded, quit, input_ended } why;
  Record record;  // of the game that they left, or the loaded one
};

// Problem: the record's game cannot be resumed.
using Acceptable = std::function<std::expected<void, Problem>(const Record&)>;

// Plays a game to its end, or until a person starts or loads another one or quits. `title`: one
// line about the game. `undone`: its end was taken back.
Departure play_at_terminal(arena::GameSession& game, Console& console, const std::string& title,
                           const Acceptable& acceptable, bool undone = false);

// The wish of people after a game: another game, none, a look back at this one, or, after `undo`,
// to play it on. `has_review`: whether they may look back.
enum class Wish { another, none, review, this_one };
Wish ask_wish(arena::GameSession& game, Console& console, const std::string& title,
              bool has_review);

}  // namespace hilltop::cli
