#pragma once
#include <expected>
#include <string>

#include "core/game_file.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// Writes a game in the Smart Game Format, FF[4] (https://www.red-bean.com/sgf/), as GM[4], Gomoku:
// one move per stone, `B[hh]` or `W[hh]`, X then Y, from `aa` at the top left. PB is the final
// owner of black; comments report the opening, the choice of colours and the end.
std::expected<std::string, Problem> write_sgf(const PlayedGame<Rules>& game);

}  // namespace hilltop::gomoku
