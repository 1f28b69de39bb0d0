#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/fault.hpp"

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

// Sums over games of one contestant. Tallies can be added.
struct Tally {
  std::int64_t games = 0;
  std::int64_t won = 0;   // had the most points alone
  std::int64_t tied = 0;  // shared the most points
  std::int64_t faults = 0;
  std::int64_t sum = 0;  // of points, in the game's unit
  std::optional<int> best;

  std::int64_t lost() const { return games - won - tied; }
  void add(const Tally& other);
  friend bool operator==(const Tally&, const Tally&) = default;
};

// A fault to show to the bot's author.
struct FaultNote {
  EntryId entry;
  std::uint32_t game;
  Fault fault;
};

// The number of faults of one kind that a contestant committed in a game.
struct FaultCount {
  std::uint32_t game;
  EntryId entry;
  FaultKind kind;
  bool overloaded;  // as in Fault
  std::uint32_t faults;
  friend bool operator==(const FaultCount&, const FaultCount&) = default;
};

struct Result {
  Fixture fixture;
  std::vector<Tally> tallies;            // in the order of the fixture's entries
  std::vector<FaultNote> notes;          // as in BatchResult
  std::vector<FaultCount> fault_counts;  // in the order of games; older stores lack some
  // The first fault, in the order of games, that disqualifies its bot.
  std::optional<FaultNote> disqualified;
  std::string digest;                      // over all games of the fixture, in order
  std::vector<std::uint64_t> traces = {};  // as in BatchResult

  const Tally& of(EntryId entry) const;
};

}  // namespace hilltop::tournament
