#pragma once
#include <optional>
#include <vector>

#include "tournament/standings.hpp"

namespace hilltop::tournament {

// An elimination bracket that plays for every place: after each round the winners of a group play
// for the upper half of its places, the losers for the lower half. Standard seeding in the given
// order (1 v n, …) over the next power of two; a missing opponent is a bye, which always loses.
class Cup {
 public:
  explicit Cup(const std::vector<EntryId>& seeds);

  // Returns the meetings of the current round, upper groups first; byes are left out.
  std::vector<Meeting>& meetings() { return meetings_; }
  bool round_is_over() const;
  bool over() const { return group_size_ == 1; }
  void next_round();
  // Returns the final places, best first. Call only when over().
  std::vector<EntryId> places() const;

 private:
  using Slot = std::optional<EntryId>;  // nullopt is a bye

  void pair_up();
  int seed_of(EntryId entry) const;

  std::vector<EntryId> seeds_;
  std::vector<Slot> slots_;  // group by group, each in bracket order
  std::size_t group_size_;
  std::vector<Meeting> meetings_;
};

}  // namespace hilltop::tournament
