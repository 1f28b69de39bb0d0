#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tournament/standings.hpp"

namespace hilltop::tournament {

// Who takes part: all contestants have names; those in `entries` have not been disqualified.
struct Field {
  std::vector<std::string> names;  // by EntryId
  std::vector<EntryId> entries;    // in the order of the contest's list
};

// Answers: given what has been decided, who meets whom next? Empty: nobody.
// Rounds, not single fixtures: what comes next depends on finished rounds alone, so that the
// outcome does not depend on which game was over first. Rounds list their fixtures in canonical
// order (the sorted names of those who sit, then the number of the game).
class Schedule {
 public:
  virtual ~Schedule() = default;
  virtual std::vector<Fixture> next_round(Standings& so_far) = 0;
};

std::unique_ptr<Schedule> make_schedule(const Plan& plan, Field field);

}  // namespace hilltop::tournament
