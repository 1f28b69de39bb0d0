#pragma once
#include <optional>

#include "core/game.hpp"
#include "games/yahtzee/rules.hpp"
#include "games/yahtzee/solver/turn.hpp"

namespace hilltop::yahtzee {

// Plays for the highest mean of its total, whatever the others do: every choice is a best one of
// the solitaire game. The whole game is solved when the first Optimal of a process is first asked.
class Optimal : public Bot<Rules> {
 public:
  Move choose(const View& view) override;

 private:
  std::optional<Turn> turn_;  // the one that was asked about last, which is this one's:
  const WorthTable* table_ = nullptr;
  Standing standing_;
};

}  // namespace hilltop::yahtzee
