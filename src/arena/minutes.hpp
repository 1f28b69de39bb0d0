#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "match/record.hpp"

namespace hilltop::arena {

// What is written down of a game for the store: the steps of a record (docs/record.md), with
// the milliseconds that a process took before its move.
template <class E>
class Minutes {
 public:
  void took(std::chrono::nanoseconds time) {
    took_ = std::chrono::duration_cast<std::chrono::microseconds>(time);
  }
  void played(Seat seat, const Move<typename E::Rules>& move) {
    add({index(seat), E::Text::write(move)});
  }
  void departures(const Match<typename E::Rules>& match) {
    const std::uint64_t left = match.retired() & ~departed_;
    if (left == 0) [[likely]]
      return;
    for (int seat = 0; seat < seats_most; ++seat)
      if ((left >> seat & 1) != 0) add({seat, std::nullopt});
    departed_ |= left;
  }
  std::string text() && { return std::move(text_); }

 private:
  void add(Record::Step step) {
    step.took = std::exchange(took_, std::nullopt);
    text_ += hilltop::write(step);
  }

  std::string text_;
  std::uint64_t departed_ = 0;
  std::optional<std::chrono::microseconds> took_;  // before the step that comes
};

}  // namespace hilltop::arena
