#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace hilltop::tournament {

// A contestant's index in the contest's list, which is the order of submission and a cup's seeding.
// Names are unique in a contest.
using EntryId = int;

enum class Stage : std::uint8_t { main, play_off };

// A pairing: contestants who play a batch of games. Its games depend only on the contest's seed,
// the contestants' names, the numbers of the games, `mirrored` and `opens`.
struct Fixture {
  std::vector<EntryId> entries;  // sorted by name
  std::uint32_t first_game = 0;
  std::uint32_t games = 0;
  Stage stage = Stage::main;
  bool mirrored = false;         // games 2k and 2k+1 have deal k and swapped seats
  std::optional<EntryId> opens;  // has seat 0 in the first game; nullopt: drawn from the names
  friend bool operator==(const Fixture&, const Fixture&) = default;
};

constexpr std::uint32_t games_max = 4'000'000'000;  // an index is a 32-bit word of a Chance

// Returns a game's number for people and files, which count from 1; indices count from 0.
constexpr std::uint32_t number_of(std::uint32_t game) { return game + 1; }

}  // namespace hilltop::tournament
