#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "games/yahtzee/solver/total_distribution.hpp"
#include "games/yahtzee/solver/win_kernel.hpp"

// Final totals of players of whom only current totals are known, if they play like Optimal.
namespace hilltop::yahtzee {

// All others at a table, as a player sees them at its turn.
struct Others {
  std::span<const int> totals;  // in any order
  int turns = 0;                // turns that each of them has had …
  double moved = 0;             // … except this share of them, unknown which, that has had one more
};

class Forecast {
 public:
  Forecast();  // contains zeros, to be read
  explicit Forecast(const TotalGrowth& growth);

  // Returns the total that the best of the others exceeds with probability one half.
  double level(const Others& others) const;

  // Returns the share of the win with this final total; equal totals share the win.
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
  // Returns the probabilities of totals after `turns` turns.
  std::span<float> common(int turns) { return ends(boxes_on_card + 1, turns); }
  std::span<const float> common(int turns) const { return ends(boxes_on_card + 1, turns); }
  void compute(const TotalGrowth& growth, int turns);
  void stand_in_for_rare_totals(int turns);

  // By total after each number of turns: probability of at most 0, 1, … at the end. Then `common`.
  std::vector<float> numbers_;
};

// The change of a level from one turn to the next, at most step_max: probabilities of lowest,
// lowest + 1, …
struct Steps {
  int lowest = 0;
  std::vector<float> chance{1};
};

// The level of a number of others, in a game among themselves.
struct LevelDistribution {
  double start = 0;
  std::array<Steps, boxes_on_card> steps;  // per round; in the last one to the best total itself
};

// Computes it from simulated totals, which are the same on every machine.
LevelDistribution level_distribution(const Forecast& forecast, const TotalGrowth& growth,
                                     int others, const Progress& progress = {});

}  // namespace hilltop::yahtzee
