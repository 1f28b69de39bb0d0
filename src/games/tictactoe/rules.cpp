#include "games/tictactoe/rules.hpp"

#include <algorithm>

namespace hilltop::tictactoe {
namespace {

// The rows of three (T3), by the numbers of their cells.
constexpr std::array<std::array<int, 3>, 8> lines{
    {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}}};

// Returns a row that the seat holds; null if there is none.
const std::array<int, 3>* line_of(const State& state, Seat seat) {
  const auto held = std::ranges::find_if(lines, [&](const auto& line) {
    return std::ranges::all_of(
        line, [&](int cell) { return state.board[static_cast<std::size_t>(cell - 1)] == seat; });
  });
  return held == lines.end() ? nullptr : &*held;
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
  if (line_of(next, mover) != nullptr) next.winner = mover;
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

std::vector<int> winning_line(const State& state) {
  const auto* line = state.winner ? line_of(state, *state.winner) : nullptr;
  if (line == nullptr) return {};
  return {line->begin(), line->end()};
}

}  // namespace hilltop::tictactoe
