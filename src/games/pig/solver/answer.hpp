#pragma once
#include <array>
#include <expected>
#include <string_view>

#include "core/problem.hpp"
#include "core/solution.hpp"
#include "core/switches.hpp"

namespace hilltop::pig {

// `hilltop solve pig`: the game of two seats, or one choice in it.
struct Solver {
  static constexpr std::array<SolverOption, 3> options{{
      {"mine", "N", "what is best with a score of N (0)"},
      {"theirs", "N", "what is best against a score of N (0)"},
      {"turn", "N", "what is best at a turn total of N (0: the turn begins)"},
  }};
  static std::expected<Solution, Problem> solve(std::string_view rule_set, const Switches& switches,
                                                const Question& question);
};

}  // namespace hilltop::pig
