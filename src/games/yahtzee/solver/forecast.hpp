#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "games/yahtzee/solver/total_distribution.hpp"
#include "games/yahtzee/solver/win_kernel.hpp"

// What players will reach of whom only totals are seen, if they play as Optimal.
namespace hilltop::yahtzee {

// All others at a table, as one sees them when it is one's turn.
struct Others {
  std::span<const int> totals;  // in any order
  int turns = 0;                // that each of them has had …
  double moved = 0;             // … but for this part of them, nobody knows whom: one more
};

class Forecast {
 public:
  Forecast();  // all 0, to be read
  explicit Forecast(const TotalGrowth& growth);

  // The total that the best of them passes in one game of two.
  double level(const Others& others) const;

  // Of the win, with so much at the end; who has as much shares it.
  double share(const Others& others, int total) const;

  std::span<float> numbers() { return numbers_; }
  std::span<const float> numbers() const { return numbers_; }

 private:
  class Ends;

  static std::size_t row(int turns, int total) {
    return static_cast<std::size_t>((turns * totals_told + total) * totals_told);
  }
  std::span<float> ends(int turns, int total) {
    return std::span(numbers_).subspan(row(turns, total), totals_told);
  }
  std::span<const float> ends(int turns, int total) const {
    return std::span(numbers_).subspan(row(turns, total), totals_told);
  }
  // How common totals are after so many turns.
  std::span<float> common(int turns) { return ends(boxes_on_card + 1, turns); }
  std::span<const float> common(int turns) const { return ends(boxes_on_card + 1, turns); }
  void reckon(const TotalGrowth& growth, int turns);
  void stand_in_for_rare_totals(int turns);

  // From each total after so many turns: chances of at most 0, 1, … at the end. Then `common`.
  std::vector<float> numbers_;
};

// How a level moves from one turn to the next, at most by step_max: by `lowest`, lowest + 1, …
// with these chances.
struct Steps {
  int lowest = 0;
  std::vector<float> chance{1};
};

// The level of a table of so many others in a game of theirs.
struct LevelDistribution {
  double start = 0;
  std::array<Steps, boxes_on_card> steps;  // in each round; in the last to the best total itself
};

// By playing games of totals: the same ones everywhere.
LevelDistribution level_distribution(const Forecast& forecast, const TotalGrowth& growth,
                                     int others);

}  // namespace hilltop::yahtzee
