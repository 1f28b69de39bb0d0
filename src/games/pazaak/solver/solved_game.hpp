#pragma once
#include "games/pazaak/solver/open_game.hpp"

namespace hilltop::pazaak {

// The match of the contest (three hands to win) between players of at most so many side cards each.
struct SolvedGame {
  static constexpr int side_cards_max = 5;

  SideDecks decks;
  OpenGame match;

  SolvedGame(int side_cards, int threads);

  // Computed when it is first asked for, once a process, by as many threads as there are
  // processors. More cards than side_cards_max count as so many.
  static const SolvedGame& of(int side_cards);
};

}  // namespace hilltop::pazaak
