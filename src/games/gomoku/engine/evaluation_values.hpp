#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "games/gomoku/engine/patterns.hpp"

namespace hilltop::gomoku {

// A cell's patterns without regard to their directions: multisets of four of the 13 patterns.
constexpr std::size_t cell_classes = 1820;
using CellClass = std::uint16_t;
CellClass class_of(Patterns patterns);

// What is around an empty cell on a line, as the player to move sees it: four cells on either side,
// each empty, own or the opponent's, or off the board. Read backwards it is the same.
constexpr std::size_t line_classes = 7381;
using LineClass = std::uint16_t;
LineClass line_class(std::uint16_t neighbours, Colour mover);  // two bits each, the lowest first

// What both players threaten, and could: how many cells, not where. Each is a number below its
// count.
struct Balances {
  static constexpr std::size_t threat_count = 768, three_count = 2304, crossing_count = 1024;

  std::size_t threats;    // which threats there are at once
  std::size_t threes;     // cells for an open three alone, for two threats in one, and for any four
  std::size_t crossings;  // and those in which shapes of two meet
};

// The tables of the evaluation and of the order of moves, fitted to games of the engine by
// bench/gomoku_fit.cpp. Scores are 200 a logit: at 200 the player to move wins 73 games of 100.
struct EvaluationTables {
  static constexpr int points_per_logit = 200;
  static constexpr int urgency_per_logit = 100;

  // The values of an empty cell by its class, for the player to move: by the mover's patterns
  // there, and by those of the player who waits.
  std::array<std::int16_t, cell_classes> mover_values, waiter_values;
  // The value of a line through an empty cell, by its class: 65.5 % ± 3.9 at equal time (decision
  // 0038).
  std::array<std::int16_t, line_classes> lines;
  std::array<std::int16_t, Balances::threat_count> threats;
  std::array<std::int16_t, Balances::three_count> threes;
  std::array<std::int16_t, Balances::crossing_count> crossings;
  // How likely a stone on the cell is the best, by either player's patterns.
  std::array<std::int16_t, cell_classes> mover_urgencies, waiter_urgencies;
};
extern const EvaluationTables evaluation_tables;

}  // namespace hilltop::gomoku
