#pragma once
#include <expected>
#include <span>
#include <string_view>

#include "core/problem.hpp"
#include "core/solution.hpp"
#include "core/switches.hpp"

namespace hilltop::pazaak {

// `hilltop solve pazaak`: the value of the game, and how far from it the house bot `solver` is.
struct Solver {
  static constexpr std::span<const SolverOption> options{};
  static std::expected<Solution, Problem> solve(std::string_view rule_set, const Switches& switches,
                                                const Question& question);
};

}  // namespace hilltop::pazaak
