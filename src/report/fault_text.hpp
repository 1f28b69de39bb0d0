#pragma once
#include <span>
#include <string>

#include "arena/entrant.hpp"
#include "tournament/fixture.hpp"

namespace hilltop::report {

// Bytes that are shown of a fault's detail, and of each line that the bot wrote to standard error.
constexpr std::size_t fault_bytes_max = 160;

// "game 17: crashed: status 1"
std::string fault_text(const tournament::FaultNote& note);

// The faults that were kept of some games, one a line; empty if there are none. The notes' entries
// are indexes of the entrants.
std::string faults_text(std::span<const arena::Entrant> entrants,
                        std::span<const tournament::FaultNote> notes);

}  // namespace hilltop::report
