#pragma once
#include "games/gomoku/engine/evaluation_values.hpp"
#include "games/gomoku/engine/threat_board.hpp"

namespace hilltop::gomoku {

Balances balances_of(const ThreatBoard& board, Colour mover);

// What the balances of a position are worth to the player to move.
int value_of_balances(const ThreatBoard& board, Colour mover);

}  // namespace hilltop::gomoku
