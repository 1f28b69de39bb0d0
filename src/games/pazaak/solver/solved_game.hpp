#pragma once
#include "games/pazaak/solver/open_game.hpp"

namespace hilltop::pazaak {

// Returns the number of threads with which this machine solves best.
int solver_threads();

// The solved game of the contest (three hands to win) with at most `side_cards` side cards each.
struct SolvedGame {
  static constexpr int side_cards_max = 5;

  SideDecks decks;
  OpenGame game;

  SolvedGame(int side_cards, int threads);

  // Returns the solved game. Computes it at the first call in a process, with one thread per
  // processor. More cards than side_cards_max count as side_cards_max.
  static const SolvedGame& of(int side_cards);
};

}  // namespace hilltop::pazaak
