#pragma once
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "arena/game_results.hpp"
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
// pairing that has any, then the first games of each pairing, those of the best bots first.
constexpr std::size_t games_shown_max = 60, games_shown_of_a_fixture_max = 10;
constexpr std::size_t games_shown_of_faults_max = 15;
constexpr std::size_t shown_bytes_max = 4 << 20;

struct ShownGame {
  std::string name;                         // bold-kid:17 (game_name.hpp)
  std::vector<tournament::EntryId> seated;  // by seat
  arena::GameResult result;
  // The parts of the log, and the table after each.
  std::vector<std::string> told, tables;
};
// Returns games in the order of the fixtures. Problem: a record cannot be replayed.
std::expected<std::vector<ShownGame>, Problem> shown_games(const Summary& summary,
                                                           std::span<const FaultGroup> faults);

}  // namespace hilltop::report
