#pragma once
#include <vector>

#include "tournament/standings.hpp"

namespace hilltop::tournament {

// The hill: the champion meets the challengers one after the other; whoever wins a meeting is the
// champion, and the loser does not come back.
class Hill {
 public:
  // The champion first, then the challengers in their order.
  explicit Hill(std::vector<EntryId> order);

  // The meeting of the round being played, as a list of one; none if nobody challenges.
  std::vector<Meeting>& meetings() { return meetings_; }
  bool round_is_over() const { return meetings_.front().winner.has_value(); }
  bool over() const { return meetings_.empty(); }
  void next_round();
  // When over(): the champion; then whoever won more meetings; of equals, whoever fell later.
  std::vector<EntryId> places() const;

 private:
  struct Stand {
    EntryId entry;
    int won = 0;  // meetings
  };

  void challenge();

  std::vector<EntryId> order_;
  std::size_t met_ = 1;  // of the order
  Stand champion_{};
  std::vector<Stand> fallen_;
  std::vector<Meeting> meetings_;
};

}  // namespace hilltop::tournament
