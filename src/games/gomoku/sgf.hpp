#pragma once
#include <expected>
#include <string>

#include "core/game_file.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// A game in the Smart Game Format, FF[4] (https://www.red-bean.com/sgf/), as GM[4], Gomoku: a move
// a stone, `B[hh]` or `W[hh]`, first X, then Y, from `aa` above on the left. PB is who ended up
// with black; comments tell the opening, who took which colour, and the end.
std::expected<std::string, Problem> write_sgf(const PlayedGame<Rules>& game);

}  // namespace hilltop::gomoku
