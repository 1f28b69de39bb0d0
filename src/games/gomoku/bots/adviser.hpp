#pragma once
#include "core/advice.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// Returns what the house bot Greedy would do, with its values where it compares points.
Advice<Rules> advise(const Rules::View& view);

}  // namespace hilltop::gomoku
