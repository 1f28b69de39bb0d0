#pragma once
#include <chrono>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"

namespace hilltop {

// What a file says of a game beside the game itself.
struct Caption {
  std::string event, title;  // the contest; who met, and which of their games it was
};

// A game that is over, as the writer of a file is told it.
template <Game R>
struct PlayedGame {
  struct Step {
    Seat seat;
    std::optional<Move<R>> move;                    // nullopt: the seat left the game
    std::optional<std::chrono::microseconds> took;  // nullopt: nobody measured it
  };

  const R& rules;
  std::vector<std::string> names;  // by seat
  Chance chance;
  std::vector<Step> steps;  // legal
  Caption caption;
};

// A form in which other programs for the game keep it in files.
template <Game R>
struct FileFormat {
  std::string_view name;   // what such files are called: sgf
  std::string_view about;  // one line
  // A Problem: the form has no way to say what happened.
  std::expected<std::string, Problem> (*write)(const PlayedGame<R>& game);
};

}  // namespace hilltop
