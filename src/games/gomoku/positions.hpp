#pragma once
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/gomoku/rules.hpp"

// Positions for the tests of this folder.
namespace hilltop::gomoku {

inline const Chance no_chance{0, 0};
inline const Rules koth{FirstToMove::black};
inline const Rules swap2{FirstToMove::balance};

// A rule set that begins on the empty board.
inline Rules rules_of(std::string_view name, int size = 15) {
  return Rules::under(name, {{"size", std::int64_t{size}}}).value();
}

// All of these, with every size.
inline std::vector<std::pair<std::string, int>> rule_sets_without_swap2() {
  std::vector<std::pair<std::string, int>> all;
  for (const char* const name : {"freestyle", "standard", "renju"})
    for (const int size : board_sizes) all.emplace_back(name, size);
  return all;
}

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
                      Colour to_move, Variant variant = {}) {
  State state;
  state.board = VariantBoard(variant);
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
