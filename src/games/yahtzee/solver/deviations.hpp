#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "core/at.hpp"
#include "games/yahtzee/solver/table.hpp"

namespace hilltop::yahtzee {

class BotTurns;

// How far final totals deviate from what was expected of them at some moment of the game: counted
// in simulated games, which are the same on every machine.
class Deviations {
 public:
  static constexpr int before_turn = 3;  // in place of the rolls left

  // If every choice is Optimal's. Takes about a second on one thread; `threads` affects only the
  // time.
  Deviations(const WorthTable& table, int threads);
  // If a known bot plays; between turns only.
  explicit Deviations(const BotTurns& bot);

  // Returns the probability that the total exceeds the expected one by at most `deviation` points,
  // with `turns` turns to come. `rolls_left`: of the first of them, after a roll; or before_turn.
  double at_most(int turns, int rolls_left, double deviation) const {
    const double place = deviation - lowest - 0.5;
    if (place <= 0) return 0;
    const auto below = static_cast<std::size_t>(place);
    if (below + 1 >= entries) return 1;
    const Distribution& told = told_[at(turns)][at(rolls_left)];
    const double part = place - static_cast<double>(below);
    return (1 - part) * told[below] + part * told[below + 1];
  }

  // The range of deviations: of simulated games none is outside. Those of rare play count as its
  // ends.
  static constexpr int lowest = -256, highest = 511;

 private:
  static constexpr std::size_t entries = highest - lowest + 1;

  // By deviation: the probability of at most lowest + 1/2, lowest + 3/2, …
  using Distribution = std::array<double, entries>;
  using ByRolls = std::array<Distribution, before_turn + 1>;

  class Counter;

  static std::size_t entry_of(double deviation);
  void sum_up();  // makes probabilities of counts

  std::vector<ByRolls> told_;  // by turns to come
};

// Returns the deviations for these options; computes them at the first call of a process, on all
// processors.
const Deviations& deviations(const Options& options);

}  // namespace hilltop::yahtzee
