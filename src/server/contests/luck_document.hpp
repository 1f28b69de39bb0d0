#pragma once
#include <cstdint>
#include <expected>

#include "core/json.hpp"
#include "report/stored_contest.hpp"

namespace hilltop::server {

// How many games of a contest are looked at for its luck, and how many of a bot for what its
// choices cost: so many take seconds.
constexpr std::uint32_t games_of_luck_max = 2000, games_of_choices_max = 100;

// Returns whether the luck of a contest's bots can be told: its game knows it, and each pairing has
// a deal among the games that are looked at.
bool tells_luck(const report::StoredContest& stored, const arena::ContestReport& report);

// Return the documents ContestLuck and BotChoices of docs/openapi.json, for a contest that
// tells_luck(). Problem: a record is damaged.
std::expected<Json, Problem> luck_document(const report::StoredContest& stored,
                                           const arena::ContestReport& report);
std::expected<Json, Problem> choices_document(const report::StoredContest& stored,
                                              const arena::ContestReport& report,
                                              tournament::EntryId entry);

}  // namespace hilltop::server
