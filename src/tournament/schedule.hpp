#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tournament/standings.hpp"

namespace hilltop::tournament {

// The contestants. All have names; those in `entries` have not been disqualified.
struct Field {
  std::vector<std::string> names;  // by EntryId
  std::vector<EntryId> entries;    // in the order of the contest's list
};

// Given the results so far, the next round of fixtures. An empty round: the tournament is over.
// Rounds, not single fixtures: the next round depends only on finished rounds, so that the
// outcome does not depend on which game ended first. Rounds list their fixtures in canonical order
// (the sorted names of the contestants, then the number of the game).
class Schedule {
 public:
  virtual ~Schedule() = default;
  virtual std::vector<Fixture> next_round(Standings& so_far) = 0;
};

std::unique_ptr<Schedule> make_schedule(const Plan& plan, Field field);

}  // namespace hilltop::tournament
