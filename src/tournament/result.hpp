#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/fault.hpp"
#include "tournament/fixture.hpp"
#include "tournament/tally.hpp"

namespace hilltop::tournament {

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
