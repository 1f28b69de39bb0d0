#pragma once
#include <cstdint>
#include <expected>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "core/json.hpp"
#include "report/fault_groups.hpp"
#include "report/stored_contest.hpp"

// Single games of a stored contest. The store has only tallies of house bots' games, so these are
// played again.
namespace hilltop::report {

// Max games measured in a contest; each pairing contributes the same number, its first games.
constexpr std::uint64_t games_measured_max = 20'000;

// The measured games.
struct Measured {
  struct Of {
    std::vector<int> points;     // in each game
    std::vector<int> decisions;  // of all seats, in each game
  };
  std::vector<Of> entries;  // by EntryId
  std::uint64_t games = 0, of_games = 0;
};
Measured measured(const StoredContest& stored, const arena::ContestReport& report);

// Limits on the games to step through: the first game of each group of faults and one of each
// pairing that has any, then the first games of each pairing, those of the best bots first. The
// first game that does not fit into the bytes ends them.
constexpr std::size_t games_shown_max = 60, games_shown_of_a_fixture_max = 10;
constexpr std::size_t games_shown_of_faults_max = 15;
constexpr std::size_t shown_bytes_max = 4 << 20;

// Games to step through, in the order of the fixtures.
struct ShownGames {
  Json games;  // as of watched(), packed(), and with `winners`, the seats with the most points
  bool cut = false;  // a game did not fit into the bytes
};
// Problem: a record cannot be replayed.
std::expected<ShownGames, Problem> shown_games(const Summary& summary,
                                               std::span<const FaultGroup> faults);

// Returns the game with each scene but the first as `changes` from the one before (changes.hpp).
Json packed(Json game);

}  // namespace hilltop::report
