#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "core/switches.hpp"
#include "games/gomoku/board.hpp"

namespace hilltop::gomoku {

// The switch `openings` under a rule set and its other switches from the text of a file, an opening
// a line, black first and then in turn: in Gomocup's notation, offsets X,Y from the centre of the
// board ("-1,2, 0,0, 3,-4"), or as coordinates, a letter for X and a number for Y from 1 ("G10 H8
// K4", "g10h8k4"). Empty lines, and what follows a '#', count for nothing. Lines may end in LF or
// CR LF. Problem: names `file`, the line and the column.
std::expected<SwitchValue, Problem> read_openings(std::string_view text, const std::string& file,
                                                  const SwitchFile::Context& context);

// Returns a point as a coordinate: "H8" is the centre of 15 x 15.
std::string coordinate(Point point);

}  // namespace hilltop::gomoku
