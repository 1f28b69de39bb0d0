#pragma once
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/host_key.hpp"
#include "core/problem.hpp"
#include "match/record.hpp"
#include "play/seed.hpp"
#include "server/daily/day.hpp"

namespace hilltop::server {

// Past days that can be played, without being counted.
constexpr std::int64_t past_days_max = 31;

// A game that everybody plays with the same dice or cards on one day (docs/decisions/0096).
struct DailyGame {
  std::string_view game, rules;
  std::vector<std::string> players;  // as records name them; one of them is "human"

  // Returns the seat of the person.
  std::size_t person() const;
};

std::span<const DailyGame> daily_games();
// Returns null if that game is not among them.
const DailyGame* find_daily_game(std::string_view game);

// Returns the day's seed: HMAC-SHA-512-256 of the game and the day under the key of this host, so
// that no day tells anything of another one.
play::Seed seed_of_day(const HostKey& key, std::string_view game, Day day);

// Returns the record of a new game with that seed, whose luck is that of
// `hilltop play GAME PLAYER… --rules RULES --seed SEED`, whatever the person's name is.
Record daily_record(const DailyGame& daily, const play::Seed& seed, std::string_view name);

}  // namespace hilltop::server
