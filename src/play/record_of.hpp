#pragma once
#include <expected>
#include <span>
#include <string_view>

#include "play/playable_game.hpp"
#include "tournament/game_record.hpp"

namespace hilltop::play {

// Returns a game of a series as a record, from the steps that are kept of it. `source` names it in
// the Problem: it is not a record's.
std::expected<Record, Problem> record_of(const PlayableGame& game, const Series& series,
                                         std::span<const Entrant* const> entrants,
                                         const tournament::GameRecord& kept,
                                         std::string_view source = "its record");

}  // namespace hilltop::play
