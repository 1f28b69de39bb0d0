#pragma once
#include <span>
#include <string>

#include "core/game.hpp"
#include "play/entrant.hpp"
#include "tournament/tally.hpp"

namespace hilltop::cli {

// Returns a table of games that belong to no contest: a line per player, in their order.
std::string tally_table(const Unit& unit, std::span<const play::Entrant> players,
                        std::span<const tournament::Tally> tallies, bool coloured);

}  // namespace hilltop::cli
