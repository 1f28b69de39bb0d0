#pragma once
#include "games/gomoku/engine/evaluation_values.hpp"
#include "games/gomoku/engine/threat_board.hpp"

namespace hilltop::gomoku {

template <int Size, RowRule Rule>
Balances balances_of(const ThreatBoard<Size, Rule>& board, Colour mover);

// What the balances of a position are worth to the player to move.
template <int Size, RowRule Rule>
int value_of_balances(const ThreatBoard<Size, Rule>& board, Colour mover);

}  // namespace hilltop::gomoku
