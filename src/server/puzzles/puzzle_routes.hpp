#pragma once
#include <vector>

#include "server/routes.hpp"

namespace hilltop::server {

// Returns what can be asked about puzzles (docs/puzzles.md). An answer is judged here, so no page
// has the right one before.
std::vector<Route> puzzle_routes();

}  // namespace hilltop::server
