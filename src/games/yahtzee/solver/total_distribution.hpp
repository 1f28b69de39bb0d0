#pragma once
#include <array>
#include <vector>

#include "games/yahtzee/solver/table.hpp"

namespace hilltop::yahtzee {

// What becomes of a game in which every choice is Optimal's: exactly, but for rounding.
struct TotalDistribution {
  std::vector<double> chance;                 // of each total
  std::array<double, boxes_on_card> box{};    // mean of each box
  double upper_bonus = 0, yahtzee_bonus = 0;  // means

  double mean() const;
  double deviation() const;  // standard
  double at_least(int total) const;
};

inline constexpr int totals_told = 640;  // higher ones are as good as the last
inline constexpr int gains_told = 192;   // points of one turn are fewer

// How its total grows: chances of having so much after so many turns, the upper bonus among it as
// soon as it is earned, and of gaining so much in the next turn.
struct TotalGrowth {
  std::array<std::vector<double>, boxes_on_card> chance;  // of turns; [total][gain]

  const double* gains(int turns, int total) const {
    return chance[static_cast<std::size_t>(turns)].data() + total * gains_told;
  }
};

// Follows all games forward, box by box. Takes some seconds and half a gigabyte; `threads` changes
// nothing but the time. `growth` is written if it is there.
TotalDistribution total_distribution(const WorthTable& table, int threads,
                                     TotalGrowth* growth = nullptr);

}  // namespace hilltop::yahtzee
