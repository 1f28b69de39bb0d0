#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "games/yahtzee/solver/keeps.hpp"
#include "games/yahtzee/solver/table.hpp"

namespace hilltop::yahtzee {

// A number of points that is spread over the two whole points around it, with the same mean.
struct WholePoints {
  explicit WholePoints(double points) : below(static_cast<int>(points)) {
    below -= below > points;
    part = points - below;
  }

  int below;
  double part;  // what counts as below + 1
};

// The chances of points, each spread over whole points.
struct SpreadPoints {
  int lowest = 0;
  std::vector<double> chance{};  // of lowest, lowest + 1, …; filled up with zeros to whole groups

  static constexpr std::size_t group = 4;
};

// What every keep and roll of a turn is worth, in points to come; the same bits as a Turn has.
class TurnValues {
 public:
  TurnValues(const WorthTable& table, const Standing& standing);

  double keep(int rolls_left, int keep) const {
    return keep < first_roll ? turn_.kept[rolls_left - 1][keep] : best(rolls_left - 1, keep);
  }
  double best(int rolls_left, int roll) const { return turn_.best[rolls_left][roll - first_roll]; }
  // Returns what the turn can be worth after its first roll.
  const SpreadPoints& after_first_roll() const { return after_first_roll_; }

 private:
  KernelTurn turn_;
  SpreadPoints after_first_roll_;
};

// The turns that were last made, by their cards. Players come back to the same cards: 100,000 games
// of Greedy have 25,000 of them.
class KnownTurns {
 public:
  explicit KnownTurns(const WorthTable& table)
      : table_(table), slots_(table.blocks() * lanes_a_block) {}

  // Returns the turn with this card, as long as no other is asked for.
  const TurnValues& of(const Standing& standing);

 private:
  static constexpr std::size_t turns_kept = 16384;  // 160 MB if all are used

  struct Known {
    std::size_t card;  // index of slots_
    TurnValues values;
  };

  const WorthTable& table_;
  std::vector<std::unique_ptr<Known>> turns_;
  std::size_t oldest_ = 0;            // of turns_, when all are used
  std::vector<std::uint32_t> slots_;  // by place in the table: 1 + index of turns_; 0: not known
};

}  // namespace hilltop::yahtzee
