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

inline constexpr int leads_apart_max = 8;
inline constexpr double share_precision = 2e-4;  // of the chance to win before the first roll

// Range of leads in the table: points on the card plus those expected, minus the level.
struct LeadWindow {
  int lowest = 0, leads = 0;        // leads: multiple of win_lanes * leads_apart_max
  int apart_max = leads_apart_max;  // 1: computes every lead of every card
};

// The chance to win for every card and lead with best play against `opponents`. Cards with more
// open boxes have chances that change more smoothly with the lead, so theirs are computed for leads
// that are farther apart; between them they follow cubics. That and rounding to 16 bits cost less
// than 0.001 % of a win per game (docs/decisions/0020-level.md). A lead outside the window
// counts as its end.
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
  class Maker;

  // Where the cards of a set of boxes are.
  struct Rows {
    std::uint32_t first;   // row of its first class of upper totals
    std::uint32_t number;  // first number of that row
    int apart;             // points between two leads
  };

  const Rows& rows(const BoxSet& boxes) const { return rows_[boxes.number()]; }
  int kept(const Rows& rows) const { return window_.leads / rows.apart; }
  std::size_t first_number(const Rows& rows, int c) const {
    return rows.number + static_cast<std::size_t>(c * kept(rows));
  }
  int expected(const BoxSet& boxes, int c) const {
    return expected_[rows(boxes).first + static_cast<std::size_t>(c)];
  }

  Options options_;
  LeadWindow window_;
  std::vector<Rows> rows_;              // by number of the set; one row per class of upper totals
  std::vector<std::int16_t> expected_;  // points to come, rounded, by row
  std::vector<std::uint16_t> numbers_;  // 65535 is a certain win
};

}  // namespace hilltop::yahtzee
