#pragma once
#include <array>
#include <vector>

#include "core/progress.hpp"
#include "games/yahtzee/solver/table.hpp"

namespace hilltop::yahtzee {

// The results of games in which every choice is Optimal's: exact except for rounding.
struct TotalDistribution {
  std::vector<double> chance;                 // by total
  std::array<double, boxes_on_card> box{};    // mean per box
  double upper_bonus = 0, yahtzee_bonus = 0;  // means

  double mean() const;
  double deviation() const;  // standard deviation
  double at_least(int total) const;
};

inline constexpr int totals_told = 640;  // higher totals count as the last
inline constexpr int gains_told = 192;   // upper bound of the points of a turn

// Growth of totals: probabilities of each total after some turns, including the upper bonus once it
// is earned, and of each gain in the next turn.
struct TotalGrowth {
  std::array<std::vector<double>, boxes_on_card> chance;  // by turns; [total][gain]

  const double* gains(int turns, int total) const {
    return chance[static_cast<std::size_t>(turns)].data() + total * gains_told;
  }
};

// Follows all games forward, box by box. Takes some seconds and half a gigabyte; `threads` affects
// only the time. Writes `growth` if it is not null.
TotalDistribution total_distribution(const WorthTable& table, int threads,
                                     TotalGrowth* growth = nullptr, const Progress& progress = {});

}  // namespace hilltop::yahtzee
