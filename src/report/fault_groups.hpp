#pragma once
#include <span>
#include <string>
#include <vector>

#include "report/summary.hpp"

namespace hilltop::report {

struct KeptFault {
  const tournament::FaultNote* note;
  const tournament::Result* result;  // of its pairing
};

// The faults of one kind of one bot.
struct FaultGroup {
  tournament::EntryId entry;
  FaultKind kind;
  std::int64_t faults = 0, overloaded = 0;
  std::vector<KeptFault> kept;  // the first ones of each pairing

  // Returns the first one that was kept; null if none was.
  const Fault* first() const { return kept.empty() ? nullptr : &kept.front().note->fault; }
};

// Returns the groups of all results, the largest first. They refer to the summary.
std::vector<FaultGroup> fault_groups(const Summary& summary);

// Returns the name of the game of a kept fault.
std::string game_of(const Summary& summary, const KeptFault& kept);

// Timeouts, and those of them that may be the machine's fault.
struct Timeouts {
  std::int64_t all = 0, overloaded = 0;
};
Timeouts timeouts_of(std::span<const FaultGroup> groups);

// Returns the group as people read it: "200 × crashed (status 1): AttributeError: … (bot.py:8)".
std::string text_of(const FaultGroup& group);

}  // namespace hilltop::report
