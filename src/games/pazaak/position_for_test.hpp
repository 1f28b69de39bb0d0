#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/build_for_test.hpp"
#include "games/pazaak/rules.hpp"

// Positions for tests: a hand in the middle of a game, and randomness that deals given cards.
namespace hilltop::pazaak {

using State = Rules::State;
using View = Rules::View;

inline const Chance any_luck(2024, 1);
inline const Rules koth = Rules::under("koth", {}).value();

// One player's side: cards on the table, side cards in their order, and its action.
struct Before {
  std::vector<int> hand;
  std::vector<int> side = {};
  Action action = Action::none;
  bool played = false;
  int hands_won = 0;
};

// Returns a deck of these side cards, in this order: a deck can only be dealt, so words are tried
// until it comes.
inline SideDeck side_deck(const std::vector<int>& cards) {
  Draw draw = Chance(7, 7).on(0);
  for (int tries = 0; tries < 10'000'000; ++tries) {
    std::uint64_t luck = draw.word64();
    const SideDeck deck(static_cast<int>(cards.size()), luck);
    if (std::ranges::equal(deck.cards(), cards)) return deck;
  }
  throw std::logic_error("no such side deck");
}

// Returns a position in which `mover` (0 or 1) is to move and has been dealt its card.
inline State position(const Before& one, const Before& two, int mover) {
  State state = koth.start(2, any_luck);
  int i = 0;
  for (const Before* before : {&one, &two}) {
    Player& player = state.players[static_cast<std::size_t>(i++)];
    player.hand.clear();
    for (const int card : before->hand) player.hand.add(card);
    player.side = side_deck(before->side);
    player.action = before->action;
    player.played = before->played;
    player.hands_won = before->hands_won;
  }
  state.mover = Seat(static_cast<std::uint8_t>(mover));
  return state;
}

// The deck of a hand of the game with this Chance.
class DeckOf {
 public:
  DeckOf(const Chance& chance, std::uint32_t hand) : chance_(chance), hand_(hand) {
    Luck luck(chance);
    for (std::uint32_t word = 0; word < hand; ++word) luck.word(word, HouseDeck::first_ten, chance);
    deck_.shuffle(luck.word(hand, HouseDeck::first_ten, chance));
  }
  int deal() {
    return deck_.deal([this] { return Luck::second(hand_, chance_); });
  }
  const HouseDeck& deck() const { return deck_; }

 private:
  Chance chance_;
  std::uint32_t hand_;
  HouseDeck deck_;
};

// Returns a Chance under which the first hand deals these cards in this order.
inline Chance luck_that_deals(const std::vector<int>& cards) {
  for (std::uint32_t game = 0; game < 100'000'000; ++game) {
    DeckOf deck(Chance(99, game), 1);
    if (std::ranges::all_of(cards, [&](int card) { return deck.deal() == card; }))
      return {99, game};
  }
  throw std::logic_error("no such luck");
}

// How a hand ended.
enum class Ending { both_bust, one_bust, beaten, level };

inline Ending ending_of(HandVerdict verdict, const Player& one, const Player& two) {
  const bool one_bust = one.hand.value() > target, two_bust = two.hand.value() > target;
  if (one_bust && two_bust) return Ending::both_bust;
  if (one_bust || two_bust) return Ending::one_bust;
  return verdict == HandVerdict::nobody ? Ending::level : Ending::beaten;
}

inline std::vector<int> values(const Cards& cards) { return {cards.begin(), cards.end()}; }

}  // namespace hilltop::pazaak
