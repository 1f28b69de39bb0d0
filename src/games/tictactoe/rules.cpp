#include "games/tictactoe/rules.hpp"

#include <algorithm>

namespace hilltop::tictactoe {
namespace {

// The rows of three (T3), as indices of the board.
constexpr std::array<std::array<std::size_t, 3>, 8> lines{
    {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};

bool has_line(const State& state, Seat seat) {
  return std::ranges::any_of(lines, [&](const auto& line) {
    return std::ranges::all_of(line, [&](std::size_t cell) { return state.board[cell] == seat; });
  });
}

}  // namespace

std::expected<Rules, Problem> Rules::under(std::string_view rule_set, const Switches& switches) {
  if (rule_set != "classic") {
    const std::vector<std::string> known{"classic"};
    return std::unexpected(Problem{"tictactoe has no rule set '" + std::string(rule_set) + "'" +
                                   suggestion(rule_set, known)});
  }
  if (auto problem = SwitchReader(switches).problem()) return std::unexpected(*std::move(problem));
  return Rules();
}

ToMove Rules::turn(const State& now) {
  if (now.over()) return std::nullopt;
  return now.to_move();
}

Refusal Rules::refusal(const View& view, Move move) {
  if (move.cell < 1 || move.cell > cells) return "cells are 1 to 9";
  if (view.board[static_cast<std::size_t>(move.cell - 1)]) return "the cell is marked already";
  return {};
}

void Rules::apply(State& next, Move move, const Chance&) {
  const Seat mover = next.to_move();
  next.board[static_cast<std::size_t>(move.cell - 1)] = mover;
  ++next.marks;
  if (has_line(next, mover)) next.winner = mover;
}

void Rules::retire(State& next, Seat seat, const Chance&) { next.winner = opponent(seat); }

Points Rules::points(const State& now) {
  Points points(2);
  if (now.winner) points[index(*now.winner)] = 1;
  return points;
}

std::vector<Move> Rules::legal_moves(const View& view) {
  std::vector<Move> free;
  for (int cell = 1; cell <= cells; ++cell)
    if (refusal(view, {cell}).empty()) free.push_back({cell});
  return free;
}

}  // namespace hilltop::tictactoe
