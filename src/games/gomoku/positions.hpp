#pragma once
#include <initializer_list>
#include <stdexcept>
#include <vector>

#include "games/gomoku/rules.hpp"

// Positions for the tests of this folder.
namespace hilltop::gomoku {

inline const Chance no_chance{0, 0};
inline const Rules koth{FirstToMove::black};
inline const Rules swap2{FirstToMove::balance};

// Returns the state after these moves, which must be legal.
inline State after(const Rules& rules, const std::vector<Move>& moves) {
  State state = rules.start(2, no_chance);
  for (const Move& move : moves) {
    if (!rules.refusal(state, move).empty()) throw std::logic_error("a test's move is illegal");
    rules.apply(state, move, no_chance);
  }
  return state;
}

// Returns a position after the opening in which A plays black.
inline State standing(const std::vector<Point>& black, const std::vector<Point>& white,
                      Colour to_move) {
  State state;
  for (const Point point : black) state.board.lay(point, Colour::black);
  for (const Point point : white) state.board.lay(point, Colour::white);
  state.phase = Phase::stones;
  state.black = opener;
  state.to_move = to_move;
  return state;
}

// Returns the state after one more stone of the colour to move.
inline State placed(State state, Point point) {
  koth.apply(state, Place{point}, no_chance);
  return state;
}

}  // namespace hilltop::gomoku
