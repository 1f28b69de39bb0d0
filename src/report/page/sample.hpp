#pragma once
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "arena/game_results.hpp"
#include "report/stored_contest.hpp"

// Single games, out of a store that keeps those of house bots as a tally: these are played again.
namespace hilltop::report {

// Of a whole contest; each pairing gives the same share of them, its first games.
constexpr std::uint64_t games_measured_max = 20'000;

// The games that were measured, by EntryId.
struct Measured {
  struct Of {
    std::vector<int> points;     // in each game
    std::vector<int> decisions;  // of each game, those of all seats
  };
  std::vector<Of> entries;
  std::uint64_t games = 0, of_games = 0;
};
Measured measured(const StoredContest& stored, const arena::ContestReport& report);

// Games to step through: one with a fault of each pairing that had any, then the first ones
// of each pairing, the best bots' pairings before the others, until one of these is reached.
constexpr std::size_t games_shown_max = 60, games_shown_of_a_fixture_max = 10;
constexpr std::size_t games_shown_of_faults_max = 15;
constexpr std::size_t shown_bytes_max = 4 << 20;

struct ShownGame {
  std::string name;                         // bold,kid:17, as `hilltop replay` takes it
  std::vector<tournament::EntryId> seated;  // by seat
  arena::GameResult result;
  // Part by part, what happened and what was on the table then.
  std::vector<std::string> told, tables;
};
// In the order of the fixtures. A Problem: a record cannot be replayed.
std::expected<std::vector<ShownGame>, Problem> shown_games(const StoredContest& stored,
                                                           const arena::ContestReport& report);

}  // namespace hilltop::report
