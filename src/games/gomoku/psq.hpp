#pragma once
#include <expected>
#include <string>

#include "core/game_file.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// Writes a game as a file of Piskvork, the manager of Gomocup. The format has no description; this
// is what savePsq() writes in a tournament and openPsq() reads
// (https://github.com/plastovicka/Piskvork, source/game.cpp):
//
//   Piskvorky 15x15, 11:11, 0    the board; the level of each engine; the first player
//   8,8,12                       X, Y, from 1, and milliseconds; one line per stone
//   greedy                       the player that began, and so has black
//   random                       the other player
//   0                            how it ended: 0 by the rules; -1 otherwise
//
// Colours must alternate. Problem: they do not, because black moved first after an opening that
// ended with black (G8, the rule set koth) or passed (G16); SGF can express that.
std::expected<std::string, Problem> write_psq(const PlayedGame<Rules>& game);

}  // namespace hilltop::gomoku
