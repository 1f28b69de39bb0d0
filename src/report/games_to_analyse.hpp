#pragma once
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "match/record.hpp"
#include "report/stored_contest.hpp"

namespace hilltop::report {

// A stored game with what an Analyst is told of it.
struct GameToAnalyse {
  std::string name;
  std::uint32_t game = 0;  // its index
  Record record;
  std::vector<std::string> players;  // by seat
};

// Returns the games of a fixture from `first` on, at most `games_max`, as far as they have records;
// those of house bots are played again. Problem: a record is damaged.
std::expected<std::vector<GameToAnalyse>, Problem> recorded_games(
    const StoredContest& stored, const tournament::Fixture& fixture, std::uint32_t first,
    std::uint32_t games_max);
// Returns the same; without any it is a Problem.
std::expected<std::vector<GameToAnalyse>, Problem> games_to_analyse(
    const StoredContest& stored, const tournament::Fixture& fixture, std::uint32_t first,
    std::uint32_t games_max);

}  // namespace hilltop::report
