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

// Plays for its share of the win at a table where all others are Optimal: against the law of what
// the best of them will reach, given the round and their totals, and how that will move until the
// end; in the last turn from each total. Alone it is Optimal, and where nothing it does matters any
// more. Takes who has no points in the first round for one who has not moved, and a seat that has
// left for one that plays on.
class Champion : public Bot<Rules> {
 public:
  explicit Champion(Effort effort) : effort_(effort) {}
  void begin(const Chance& luck) override;
  Move choose(const View& view) override;

  // On all processors, whatever the arena's workers are: the tables are the same.
  static void prepare(const Rules& rules, int seats, Effort effort, const Progress& progress);

 private:
  void begin_turn(const View& view);
  void count_who_moved(const View& view);

  Effort effort_;
  std::shared_ptr<const ChampionTables> tables_;
  std::optional<Turn> turn_;  // the one that was asked about last, which is this one's:
  Standing standing_;
  int points_ = 0;
  std::vector<int> totals_;
  std::vector<int> others_;
  int round_ = 0;
  // The part of the others that moves before it in each round; half, if it did not see the first.
  double moved_ = 0.5;
  Optimal optimal_;
};

}  // namespace hilltop::yahtzee
