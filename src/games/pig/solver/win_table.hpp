#pragma once
#include <cstddef>
#include <vector>

#include "games/pig/rules.hpp"

namespace hilltop::pig {

// The game of two seats, solved: the probability that the seat to move wins when both play best.
// The limit on rounds (P9) is left out; good players never come near it.
//
// The method is value iteration from the end of the game back, as Neller and Presser do it. Scores
// never fall, so the turns (mine, theirs) and (theirs, mine) depend on each other and otherwise
// only on pairs of scores with a greater sum, which are solved first.
class WinTable {
 public:
  explicit WinTable(int target);

  int target() const { return target_; }
  // For the seat to move, before the first roll of its turn. Both scores are below the target.
  double win(int mine, int theirs) const { return wins_[place(mine, theirs)]; }

  struct Worth {
    double roll, hold;  // the probability that the mover wins after this answer
  };
  // mine + turn_total is below the target.
  Worth worth(int mine, int theirs, int turn_total) const;

  // A legal move; of two equal ones the hold.
  Move best(int mine, int theirs, int turn_total) const;

 private:
  std::size_t place(int mine, int theirs) const {
    return static_cast<std::size_t>(mine) * static_cast<std::size_t>(target_) +
           static_cast<std::size_t>(theirs);
  }
  void solve(int mine, int theirs);
  double after_hold(int mine, int theirs, int turn_total) const;
  double roll_from(int mine, int theirs, int turn_total, double after_one) const;

  int target_;
  std::vector<double> wins_;
};

// Solved on the first call for a target, once per process. Safe from several threads.
const WinTable& win_table(int target);

}  // namespace hilltop::pig
