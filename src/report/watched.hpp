#pragma once
#include <expected>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/json.hpp"
#include "core/seat.hpp"
#include "report/stored_contest.hpp"

namespace hilltop::report {

// Returns a game of a completed fixture to step through: its players, its points, and the scene and
// events of each step as the player of a seat or a stranger sees them (docs/scenes.md). Problem:
// its record is missing or damaged, or there is no such seat.
std::expected<Json, Problem> watched(const StoredContest& stored,
                                     const tournament::Fixture& fixture, std::uint32_t game,
                                     std::optional<Seat> onlooker);

}  // namespace hilltop::report
