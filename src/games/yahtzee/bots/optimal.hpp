#pragma once
#include <optional>

#include "core/game.hpp"
#include "games/yahtzee/rules.hpp"
#include "games/yahtzee/solver/turn.hpp"

namespace hilltop::yahtzee {

// Maximizes its expected total, whatever the others do: every choice is a best one of the solitaire
// game, which is solved when the first Optimal of a process is first asked.
class Optimal : public Bot<Rules> {
 public:
  Move choose(const View& view) override;

 private:
  std::optional<Turn> turn_;  // the turn that was last asked about, for:
  const WorthTable* table_ = nullptr;
  Standing standing_;
};

}  // namespace hilltop::yahtzee
