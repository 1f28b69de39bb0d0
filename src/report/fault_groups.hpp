#pragma once
#include <string>
#include <vector>

#include "report/summary.hpp"

namespace hilltop::report {

// The faults of one kind of one bot.
struct FaultGroup {
  tournament::EntryId entry;
  FaultKind kind;
  std::int64_t faults = 0, overloaded = 0;
  // The first one that was noted, and its result; null if none was.
  const tournament::FaultNote* first = nullptr;
  const tournament::Result* result = nullptr;
};

// Returns the groups of all results, the largest first. They refer to the summary.
std::vector<FaultGroup> fault_groups(const Summary& summary);

// Returns the group as people read it: "200 × crashed (status 1): AttributeError: … (bot.py:8)".
std::string text_of(const FaultGroup& group);

// Returns what happened, without the number: "crashed (status 1): AttributeError: … (bot.py:8)".
std::string reason_of(const Fault& fault);

}  // namespace hilltop::report
