#pragma once
#include "core/advice.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// Returns what the house bot Champion would do, with the scores of the best few stones.
Advice<Rules> advise(const Rules::View& view);

}  // namespace hilltop::gomoku
