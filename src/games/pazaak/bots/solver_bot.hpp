#pragma once
#include <optional>

#include "games/pazaak/rules.hpp"
#include "games/pazaak/solver/solved_game.hpp"

namespace hilltop::pazaak {

// Plays the policy of a solved game; chooses the tables by the cards it sees.
class SolvedPlay {
 public:
  // Returns the decision as the solver states it; nullopt if a player is over 20 and nothing is
  // left to decide.
  std::optional<Situation> situation(const Rules::View& view);
  // The tables for the last situation().
  const SolvedGame& solved() const { return *solved_; }

  static Rules::Move move(GamePolicy::Choice choice) {
    if (choice == GamePolicy::end) return Move::end();
    return choice == GamePolicy::stand ? Move::stand() : Move::play(choice - GamePolicy::stand);
  }

 private:
  const SolvedGame* solved_ = nullptr;
};

// Plays the game solved with open cards: of each choice it takes the average over all side decks
// that the opponent may hold, as if any card could come next. If it holds more than five side cards
// (a switch), it uses the best five.
class SolverBot final : public Bot<Rules> {
 public:
  Rules::Move choose(const Rules::View& view) override;

 private:
  SolvedPlay play_;
};

}  // namespace hilltop::pazaak
