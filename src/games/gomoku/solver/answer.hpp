#pragma once
#include <array>
#include <expected>
#include <string_view>

#include "core/problem.hpp"
#include "core/solution.hpp"
#include "core/switches.hpp"

namespace hilltop::gomoku {

// `hilltop solve gomoku`: a win in a position, with its proof, else what the engine thinks of it.
struct Solver {
  static constexpr std::array<SolverOption, 6> options{{
      {"position", "STONES", "the stones in turn, Black first: 7,7 8,8 or h8i9, or a BOARD"},
      {"to-move", "black|white", "whose turn it is (by the number of stones)"},
      {"size", "N", "the board: 15 or 20 (that of the rules, 15)"},
      {"nodes", "N", "stones that the solver may lay, and the engine after it (1000000)"},
      {"memory", "N", "megabytes of the solver's table (64)"},
      {"proof", "FILE", "write the proof of a win to FILE, as JSON lines"},
  }};
  static std::expected<Solution, Problem> solve(std::string_view rule_set, const Switches& switches,
                                                const Question& question);
};

}  // namespace hilltop::gomoku
