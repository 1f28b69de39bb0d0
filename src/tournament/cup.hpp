#pragma once
#include <optional>
#include <vector>

#include "tournament/standings.hpp"

namespace hilltop::tournament {

// An elimination bracket in which every place is played for: after each round the winners of a
// group go on for its upper half of places, the losers for the lower half. Standard seeding in the
// order given (1 v n, …) over the next power of two; a missing opponent is a bye, which always
// loses.
class Cup {
 public:
  explicit Cup(const std::vector<EntryId>& seeds);

  // The meetings of the round being played, upper groups first; byes are none.
  std::vector<Meeting>& meetings() { return meetings_; }
  bool round_is_over() const;
  bool over() const { return group_size_ == 1; }
  void next_round();
  // Best first; when over().
  std::vector<EntryId> places() const;

 private:
  using Slot = std::optional<EntryId>;  // nullopt: a bye

  void pair_up();
  int seed_of(EntryId entry) const;

  std::vector<EntryId> seeds_;
  std::vector<Slot> slots_;  // group after group, each in the order of its bracket
  std::size_t group_size_;
  std::vector<Meeting> meetings_;
};

}  // namespace hilltop::tournament
