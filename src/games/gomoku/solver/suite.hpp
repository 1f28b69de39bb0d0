#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/gomoku/variant.hpp"

namespace hilltop::gomoku {

// A position of the suite (suite.txt), in which the player to move wins: its stones, Black first
// and in turn, and the number of stones until the five in the shortest win that the solver proves.
struct SuitePosition {
  Variant variant;
  std::vector<Point> stones;
  int plies = 0;
};

// A line of suite.txt: the rule, the size, the plies, and the stones as a letter for X and a number
// from 1 for Y: "freestyle 15 7 h8i9g7". nullopt if the line is none.
std::optional<SuitePosition> read_suite_position(std::string_view line);
std::string write_suite_position(const SuitePosition& position);

VariantBoard board_of(const SuitePosition& position);
Colour mover_of(const SuitePosition& position);

}  // namespace hilltop::gomoku
