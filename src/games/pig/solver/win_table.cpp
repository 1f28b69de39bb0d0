#include "games/pig/solver/win_table.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>

namespace hilltop::pig {

WinTable::WinTable(int target)
    : target_(target),
      wins_(static_cast<std::size_t>(target) * static_cast<std::size_t>(target), 0.) {
  for (int sum = 2 * (target - 1); sum >= 0; --sum)
    for (int lower = std::max(0, sum - target + 1); 2 * lower <= sum; ++lower)
      solve(lower, sum - lower);
}

// `win` starts at 0 and only rises, in floating point too, because every operation in it is
// monotone; so it reaches a value that stays.
void WinTable::solve(int mine, int theirs) {
  double win = 0, before = -1, reply = 0;
  while (win != before) {
    before = win;
    reply = roll_from(theirs, mine, 0, 1 - win);
    win = roll_from(mine, theirs, 0, 1 - reply);
  }
  wins_[place(theirs, mine)] = reply;
  wins_[place(mine, theirs)] = win;
}

double WinTable::after_hold(int mine, int theirs, int turn_total) const {
  return mine + turn_total >= target_ ? 1 : 1 - win(theirs, mine + turn_total);
}

// The worth of a roll when the rest of the turn is played best; a 1 is worth `after_one`.
double WinTable::roll_from(int mine, int theirs, int turn_total, double after_one) const {
  // By turn total: the worth of the better answer.
  std::array<double, target_max + faces> best;
  const int wins_at = target_ - mine;
  std::fill(best.begin() + wins_at, best.begin() + wins_at + faces, 1.);
  const auto roll_at = [&](int total) {
    double sum = after_one;
    for (int die = losing_face + 1; die <= faces; ++die)
      sum += best[static_cast<std::size_t>(total + die)];
    return sum / faces;
  };
  for (int total = wins_at - 1; total > turn_total; --total)
    best[static_cast<std::size_t>(total)] =
        std::max(roll_at(total), after_hold(mine, theirs, total));
  return roll_at(turn_total);
}

WinTable::Worth WinTable::worth(int mine, int theirs, int turn_total) const {
  return {roll_from(mine, theirs, turn_total, 1 - win(theirs, mine)),
          after_hold(mine, theirs, turn_total)};
}

Move WinTable::best(int mine, int theirs, int turn_total) const {
  if (turn_total == 0) return Move::roll;
  if (mine + turn_total >= target_) return Move::hold;
  const Worth now = worth(mine, theirs, turn_total);
  return now.hold >= now.roll ? Move::hold : Move::roll;
}

const WinTable& win_table(int target) {
  struct Slot {
    std::once_flag made;
    std::unique_ptr<const WinTable> table;
  };
  static std::array<Slot, target_max + 1> slots;
  Slot& slot = slots[static_cast<std::size_t>(target)];
  std::call_once(slot.made, [&] { slot.table = std::make_unique<const WinTable>(target); });
  return *slot.table;
}

}  // namespace hilltop::pig
