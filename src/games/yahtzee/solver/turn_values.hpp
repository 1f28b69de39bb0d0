#pragma once
#include <cstddef>

#include "games/yahtzee/solver/keeps.hpp"
#include "games/yahtzee/solver/kept_by_card.hpp"
#include "games/yahtzee/solver/spread_points.hpp"
#include "games/yahtzee/solver/table.hpp"

namespace hilltop::yahtzee {

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

// The turns that were last made, by their cards: 100,000 games of Greedy have 25,000 of them.
class KnownTurns {
 public:
  explicit KnownTurns(const WorthTable& table)
      : table_(table), kept_(table.blocks() * lanes_a_block, turns_kept) {}

  // Returns the turn with this card, as long as no other is asked for.
  const TurnValues& of(const Standing& standing) {
    const auto [block, lane] = table_.place_of(standing);
    return kept_.of(block * lanes_a_block + lane, [&] { return TurnValues(table_, standing); });
  }

 private:
  static constexpr std::size_t turns_kept = 16384;  // 160 MB if all are used

  const WorthTable& table_;
  KeptByCard<TurnValues> kept_;
};

}  // namespace hilltop::yahtzee
