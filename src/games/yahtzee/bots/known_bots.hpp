#pragma once
#include <string_view>

#include "games/yahtzee/solver/known_bot.hpp"

namespace hilltop::yahtzee {

// Returns what is known of a house bot; null if nothing is. Computed at the first call of a
// process.
const KnownBot* known_bot(std::string_view name, const Options& options);

}  // namespace hilltop::yahtzee
