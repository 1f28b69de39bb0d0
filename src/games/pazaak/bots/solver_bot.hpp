#pragma once
#include <optional>

#include "games/pazaak/rules.hpp"
#include "games/pazaak/solver/solved_game.hpp"

namespace hilltop::pazaak {

// A move as the policy of a solved match has it; knows the tables it needs by the cards it sees.
class SolvedPlay {
 public:
  // What the player to move is asked, as the solver puts it; nullopt: a player is over 20, and
  // nothing is left to decide.
  std::optional<Situation> situation(const Rules::View& view);
  // Of the situation that was last asked for.
  const SolvedGame& solved() const { return *solved_; }

  static Rules::Move move(MatchPolicy::Choice choice) {
    using Move = Rules::Move;
    if (choice == MatchPolicy::end) return Move::end();
    return choice == MatchPolicy::stand ? Move::stand() : Move::play(choice - MatchPolicy::stand);
  }

 private:
  const SolvedGame* solved_ = nullptr;
};

// Plays the match solved with open cards: of each choice it takes the mean over all side decks that
// the opponent may hold, as if any card could come next. Of more than five side cards (a switch) it
// knows the best five.
class SolverBot final : public Bot<Rules> {
 public:
  Rules::Move choose(const Rules::View& view) override;

 private:
  SolvedPlay play_;
};

}  // namespace hilltop::pazaak
