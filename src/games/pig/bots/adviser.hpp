#pragma once
#include "core/advice.hpp"
#include "games/pig/rules.hpp"

namespace hilltop::pig {

// Returns the chances to win of the solved game of two seats. Against several opponents the best of
// them counts as the only one, as for the house bot Optimal.
Advice<Rules> advise(const Rules::View& view);

}  // namespace hilltop::pig
