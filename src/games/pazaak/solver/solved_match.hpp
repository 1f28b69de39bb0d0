#pragma once
#include "games/pazaak/solver/open_match.hpp"

namespace hilltop::pazaak {

// The match of the contest (three hands to win) between players of at most so many side cards each.
struct SolvedMatch {
  static constexpr int side_cards_most = 5;

  SideDecks decks;
  OpenMatch match;

  SolvedMatch(int side_cards, int threads);

  // Computed when it is first asked for, once a process, by as many threads as there are
  // processors. More cards than side_cards_most count as so many.
  static const SolvedMatch& of(int side_cards);
};

}  // namespace hilltop::pazaak
