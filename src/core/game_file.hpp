#pragma once
#include <chrono>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"

namespace hilltop {

// Context of a game that its file records.
struct Caption {
  std::string event, title;  // the contest; the players and the game's number
};

// A finished game, as a FileFormat gets it.
template <Game R>
struct PlayedGame {
  struct Step {
    Seat seat;
    std::optional<Move<R>> move;                    // nullopt if the seat left the game
    std::optional<std::chrono::microseconds> took;  // nullopt if not measured
    std::string note = {};                          // what a bot says of its move, or empty
    std::string why_left = {};                      // for people; empty for a move
  };

  const R& rules;
  std::vector<std::string> names;  // by seat
  Chance chance;
  std::vector<Step> steps;  // every move is legal
  Caption caption;
};

// A file format for games that other programs read too.
template <Game R>
struct FileFormat {
  std::string_view name;   // the name of the format: sgf
  std::string_view about;  // one line
  // Returns the file's text. Problem: the format cannot express what happened.
  std::expected<std::string, Problem> (*write)(const PlayedGame<R>& game);
};

}  // namespace hilltop
