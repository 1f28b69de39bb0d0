#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "games/yahtzee/bots/optimal.hpp"
#include "games/yahtzee/rules.hpp"
#include "games/yahtzee/solver/champion_tables.hpp"
#include "games/yahtzee/solver/turn.hpp"

namespace hilltop::yahtzee {

// Plays for its share of the win at a table where all others are Optimal: against the distribution
// of the best of their final totals, given the round and their totals, and of its changes until the
// end; in the last turn against each total. Plays like Optimal when alone and when nothing it does
// matters any more. It assumes that a player without points in the first round has not moved, and
// that a seat that has left plays on.
class Champion : public Bot<Rules> {
 public:
  explicit Champion(Effort effort) : effort_(effort) {}
  void begin(const Chance& luck) override;
  Move choose(const View& view) override;

  // Uses all processors; the tables do not depend on their number. They are in memory as long as
  // what is returned.
  static std::shared_ptr<const void> prepare(const Rules& rules, int seats, Effort effort,
                                             const Progress& progress);

 private:
  void begin_turn(const View& view);
  void count_who_moved(const View& view);

  Effort effort_;
  std::shared_ptr<const ChampionTables> tables_;
  std::optional<Turn> turn_;  // the turn that was last asked about, for:
  Standing standing_;
  int points_ = 0;
  std::vector<int> totals_;
  std::vector<int> others_;
  int round_ = 0;
  // The share of the others that move before it in each round; half if it missed the first round.
  double moved_ = 0.5;
  Optimal optimal_;
};

}  // namespace hilltop::yahtzee
