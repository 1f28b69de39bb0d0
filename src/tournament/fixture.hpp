#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/fault.hpp"

namespace hilltop::tournament {

// A contestant, by its place in the contest's list (the order of submission, and the seeding of a
// cup). Names are unique in a contest.
using EntryId = int;

enum class Stage : std::uint8_t { main, play_off };

// Some contestants meet for a run of games. What happens in it follows from the contest's seed, the
// names of those who sit, the numbers of the games and the two below the stage, and from nothing
// else.
struct Fixture {
  std::vector<EntryId> entries;  // in the order of their names
  std::uint32_t first_game = 0;
  std::uint32_t games = 0;
  Stage stage = Stage::main;
  bool mirrored = false;         // games 2k and 2k+1 share deal k, with the seats swapped
  std::optional<EntryId> opens;  // takes seat 0 of the first game; nullopt: drawn from the names
  friend bool operator==(const Fixture&, const Fixture&) = default;
};

constexpr std::uint32_t games_max = 4'000'000'000;  // the index of a game is a word of luck's key

// Games are indexed from 0, and to people and in files they are numbered from 1.
constexpr std::uint32_t number_of(std::uint32_t game) { return game + 1; }

// What one contestant got out of a run of games. Tallies add up.
struct Tally {
  std::int64_t games = 0;
  std::int64_t won = 0;   // alone on top
  std::int64_t tied = 0;  // shared the top
  std::int64_t faults = 0;
  std::int64_t sum = 0;  // of its points in the game's unit
  std::optional<int> best;

  std::int64_t lost() const { return games - won - tied; }
  void add(const Tally& other);
  friend bool operator==(const Tally&, const Tally&) = default;
};

// A fault worth telling the bot's author.
struct FaultNote {
  EntryId entry;
  std::uint32_t game;
  Fault fault;
};

struct Result {
  Fixture fixture;
  std::vector<Tally> tallies;    // of the fixture's entries, in their order
  std::vector<FaultNote> notes;  // the first ones, in the order of games
  // The first fault, in the order of games, that costs its bot the tournament.
  std::optional<FaultNote> disqualified;
  std::string digest;  // over every game of the fixture, in order

  const Tally& of(EntryId entry) const;
};

}  // namespace hilltop::tournament
