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

// What a player must beat: a level that changes before each of the player's turns.
struct OpponentsTotals {
  double start = 0;
  std::array<Steps, boxes_on_card + 1> steps;  // by number of filled boxes
  std::function<double(int lead)> end;         // share of the win at this lead at the end
};

// Returns the level of the others; `moved`: they all move before the player in a round, else after.
OpponentsTotals opponents_totals(const LevelDistribution& distribution, bool moved);

// Returns totals of the distribution for a share of the win among `seats` players, if the others
// ignore the player and are ignored.
OpponentsTotals opponents_totals(const TotalDistribution& distribution, int seats);

// Range of leads in the table: points on the card plus those expected, minus the level.
struct LeadWindow {
  int lowest = 0, lanes = 0;  // lanes: multiple of win_lanes
};

// The chance to win for every card and lead with best play against `opponents`, except for
// rounding. A lead outside the window counts as its end.
class WinTable {
 public:
  // Contains zeros, to be read or made.
  WinTable(const WorthTable& worths, LeadWindow window);

  // `threads` and `vectors` affect only the time.
  void make(const OpponentsTotals& opponents, int threads, Vectors vectors,
            const Progress& progress = {});

  // Returns the chance for a card before the opponents' step, `ahead` points above their level, not
  // counting the upper bonus.
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
  std::vector<std::uint32_t> first_row_;  // by number of the set; one row per class of upper totals
  std::vector<std::int16_t> expected_;    // points to come, rounded, by row
  std::vector<std::uint16_t> numbers_;    // 65535 is a certain win
};

}  // namespace hilltop::yahtzee
