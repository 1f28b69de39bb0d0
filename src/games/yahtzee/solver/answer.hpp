#pragma once
#include <array>
#include <expected>
#include <string_view>

#include "core/problem.hpp"
#include "core/solution.hpp"
#include "core/switches.hpp"

namespace hilltop::yahtzee {

// `hilltop solve yahtzee`: the solitaire game, or one decision in it.
struct Solver {
  static constexpr std::array<SolverOption, 4> options{{
      {"dice", "LIST", "what is best with these dice, such as 1,3,3,5,6"},
      {"rolls", "N", "rolls that are left with --dice, 0 to 2 (2)"},
      {"card", "LIST", "boxes that are filled, such as aces=3,full_house=25"},
      {"seats", "N", "make the champion's tables for N seats, and show what they gain"},
  }};
  static std::expected<Solution, Problem> solve(std::string_view rule_set, const Switches& switches,
                                                const Question& question);
};

}  // namespace hilltop::yahtzee
