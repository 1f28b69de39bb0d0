#pragma once
#include <cstddef>

#include "core/json.hpp"
#include "report/stored_contest.hpp"

namespace hilltop::server {

// How many of a bot's slowest answers are told, and among how many games they are looked for.
constexpr std::size_t slow_answers_max = 10;
constexpr std::size_t games_timed_max = 2000;

// How many of a bot's versions are told, and over how many pairings each is added up.
constexpr std::size_t folder_versions_max = 20;
constexpr std::size_t pairings_a_version_max = 500;

// Returns what the contest's document does not have of a bot (docs/openapi.json): distributions,
// slowest answers, and the versions of its folder.
Json bot_document(const report::StoredContest& stored, tournament::EntryId entry);

}  // namespace hilltop::server
