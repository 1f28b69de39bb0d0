#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/progress.hpp"
#include "games/yahtzee/solver/forecast.hpp"
#include "games/yahtzee/solver/table.hpp"

namespace hilltop::yahtzee {

// What plays against one's total: it begins at a level, and steps before each of one's turns.
struct OpponentsTotals {
  double start = 0;
  std::array<Steps, boxes_on_card + 1> steps;  // with so many boxes filled
  std::function<double(int lead)> end;         // what so many points more than the level are worth
};

// The others' level; `moved`: they all have their turns before one's own, else after it.
OpponentsTotals opponents_totals(const LevelDistribution& distribution, bool moved);

// The win or a share of it among so many, if the others play to the law and are not looked at.
OpponentsTotals opponents_totals(const TotalDistribution& distribution, int seats);

// Leads that are told apart: points on the card and still expected, less the level.
struct LeadWindow {
  int lowest = 0, lanes = 0;  // lanes: a multiple of win_lanes
};

// What every card and lead is worth to one who plays best against a opponents, but for rounding. A
// lead that leaves the window counts as its end.
class WinTable {
 public:
  // All numbers 0, to be read or made.
  WinTable(const WorthTable& worths, LeadWindow window);

  // `threads` and `vectors` change nothing but the time.
  void make(const OpponentsTotals& opponents, int threads, Vectors vectors,
            const Progress& progress = {});

  // Of a card before the opponents's step, with so many points more than its level, the upper bonus
  // not among them.
  double chance(const Standing& standing, double ahead) const;

  std::span<std::uint16_t> numbers() { return numbers_; }
  std::span<const std::uint16_t> numbers() const { return numbers_; }

 private:
  static constexpr int lead_step = 2;  // every second lead is kept
  class Maker;

  int expected(const BoxSet& boxes, int c) const { return expected_[row(boxes, c)]; }
  std::size_t row(const BoxSet& boxes, int c) const {
    return first_row_[boxes.number()] + static_cast<std::size_t>(c);
  }

  Options options_;
  LeadWindow window_;
  std::vector<std::uint32_t>
      first_row_;  // by number of the set; a row for each class of upper totals
  std::vector<std::int16_t> expected_;  // of each row: points to come, rounded
  std::vector<std::uint16_t> numbers_;  // 65535: the win
};

}  // namespace hilltop::yahtzee
