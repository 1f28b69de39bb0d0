#pragma once
#include <array>
#include <vector>

#include "games/yahtzee/solver/table.hpp"

namespace hilltop::yahtzee {

// What becomes of a game in which every choice is Optimal's: exactly, but for rounding.
struct Law {
  std::vector<double> chance;                 // of each total
  std::array<double, boxes_on_card> box{};    // mean of each box
  double upper_bonus = 0, yahtzee_bonus = 0;  // means

  double mean() const;
  double deviation() const;  // standard
  double at_least(int total) const;
};

// Follows all games forward, box by box. Takes some seconds and half a gigabyte; `threads` changes
// nothing but the time.
Law law_of(const WorthTable& table, int threads);

}  // namespace hilltop::yahtzee
