#pragma once
#include <optional>

#include "core/game.hpp"
#include "games/yahtzee/rules.hpp"
#include "games/yahtzee/solver/turn.hpp"
#include "games/yahtzee/solver/turn_choices.hpp"

namespace hilltop::yahtzee {

// Maximizes its expected total, whatever the others do: every choice is a best one of the solitaire
// game, which is solved when the first Optimal of a process is first asked.
class Optimal : public Bot<Rules> {
 public:
  Move choose(const View& view) override;

 private:
  Move choose_of_turn(const View& view, const Standing& standing);

  const SolitaireChoices* choices_ = nullptr;  // for:
  Options options_;
  std::optional<Turn> turn_;  // the last turn whose choices are not kept, for:
  const WorthTable* table_ = nullptr;
  Standing standing_;
};

}  // namespace hilltop::yahtzee
