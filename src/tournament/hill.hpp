#pragma once
#include <vector>

#include "tournament/standings.hpp"

namespace hilltop::tournament {

// The hill: the champion meets the challengers one after the other. The winner of a meeting is the
// champion; the loser is out.
class Hill {
 public:
  // `order` has the champion first, then the challengers in their order.
  explicit Hill(std::vector<EntryId> order);

  // Returns the current round's meeting as a list of one; empty if no challenger is left.
  std::vector<Meeting>& meetings() { return meetings_; }
  bool round_is_over() const { return meetings_.front().winner.has_value(); }
  bool over() const { return meetings_.empty(); }
  void next_round();
  // Returns the final places when over(): the champion, then the others by meetings won; among
  // equals, the one that lost later.
  std::vector<EntryId> places() const;

 private:
  struct Contestant {
    EntryId entry;
    int won = 0;  // meetings won
  };

  void challenge();

  std::vector<EntryId> order_;
  std::size_t met_ = 1;  // index in order_ of the next challenger
  Contestant champion_{};
  std::vector<Contestant> fallen_;
  std::vector<Meeting> meetings_;
};

}  // namespace hilltop::tournament
