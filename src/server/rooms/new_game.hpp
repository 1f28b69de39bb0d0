#pragma once
#include <expected>
#include <vector>

#include "core/json.hpp"
#include "core/problem.hpp"
#include "match/record.hpp"
#include "play/time_limits.hpp"
#include "runner/manifest.hpp"
#include "server/people_store.hpp"

namespace hilltop::server {

// Returns what people can play: games with their rule sets and bots, `roster`, and the most that a
// game may allow those (GET /api/games).
Json games_json(const std::vector<runner::Manifest>& roster, const play::TimeLimits& time_max);

struct WantedGame {
  Record record;
  play::TimeLimits time = {};
  LuckKnown luck = LuckKnown::by_choice;
};

// Reads what a person wants to play: {"game", "rules", "switches", "files", "players", "seed"}.
std::expected<WantedGame, Problem> new_game(const Json& wish, const play::TimeLimits& time_max);

}  // namespace hilltop::server
