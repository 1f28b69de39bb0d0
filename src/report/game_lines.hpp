#pragma once
#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "arena/any_game.hpp"
#include "core/problem.hpp"
#include "play/game_results.hpp"

namespace hilltop::report {

enum class GamesForm { json_lines, csv };

// The fixture whose games are written as lines.
struct LinedFixture {
  std::string pairing;  // name_of_pairing()
  std::size_t number;   // of the fixture in the contest, from 1
  std::string_view stage;
  const play::Batch& batch;       // all its games; outlives the lines
  std::vector<std::string> bots;  // names, by place
};

// Writes the games of a fixture, a line each. What the lines have in common is made once, because
// millions of games are written (docs/performance.md).
class GameLines {
 public:
  // `seats`: of the file, whose columns are the same for all fixtures. `moves`: whether the lines
  // have steps.
  GameLines(GamesForm form, const LinedFixture& fixture, std::size_t seats, bool moves);

  // Appends the line of a game. `steps`: as steps_of() returns them; empty if there are none.
  void add(std::string& out, const play::GameResult& result, std::uint32_t game,
           std::string_view steps) const;

  // Returns the steps of a stored record as they stand in a line. Problem: it is not a record's.
  std::expected<std::string, Problem> steps_of(std::string_view record) const;

 private:
  GamesForm form_;
  const play::Batch& batch_;
  // The constant parts of a line, in their order; the name stands for what they follow.
  std::string begin_, after_name_, after_number_, after_luck_, after_deal_, after_decisions_, end_;
  std::vector<std::string> bots_;  // by place, before the points
  std::array<std::array<std::string, 2>, 3>
      results_;  // after the points: won, tied, lost; forfeited
  std::string between_seats_, before_steps_, no_steps_;
  std::size_t bytes_max_ = 0;  // of a line without steps
};

// Returns the first line of a table of games; empty for JSON lines.
std::string games_head(GamesForm form, std::size_t seats, bool moves);

}  // namespace hilltop::report
