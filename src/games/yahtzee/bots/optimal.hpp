#pragma once
#include <memory>
#include <optional>

#include "core/game.hpp"
#include "games/yahtzee/rules.hpp"
#include "games/yahtzee/solver/turn_choices.hpp"

namespace hilltop::yahtzee {

// Maximizes its expected total, whatever the others do: every choice is a best one of the solitaire
// game, which is solved when the first Optimal of a process is first asked.
class Optimal : public Bot<Rules> {
 public:
  Move choose(const View& view) override;

 private:
  // Makes choices, and has those of the last cards that are not kept for all.
  struct Own {
    explicit Own(const WorthTable& table) : maker(table) {}
    ChoicesMaker maker;
    std::optional<std::size_t> block;
    BlockOfChoices choices;
  };
  const TurnChoices& choices_of(const Standing& standing);

  const SolitaireChoices* choices_ = nullptr;  // for:
  Options options_;
  std::unique_ptr<Own> own_;  // for the same
};

}  // namespace hilltop::yahtzee
