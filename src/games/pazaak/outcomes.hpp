#pragma once
#include <array>

#include "core/numbered_outcomes.hpp"
#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {

// Outcome v - 1 is a card of value v: first all side cards of player 1, one by one, then those of
// player 2, then each card of the house deck, with its chance in the deck as it is.
struct Outcomes {
  static constexpr int house_values = 10;
  using Chances = std::array<double, house_values>;

  static int count(const Rules&) { return house_values; }
  static std::string name(const Rules&, int outcome) { return std::to_string(outcome + 1); }

  template <class Choose>
  static Rules::State start(const Rules& rules, int /*seats*/, Choose&& choose) {
    std::array<SideDeck, 2> sides;
    for (SideDeck& side : sides) side = side_deck(rules.side_cards(), choose);
    return Rules::begin_with(sides, no_luck(), Dealer<Choose>{{}, choose});
  }
  template <class Choose>
  static void apply(const Rules& rules, Rules::State& next, Move move, Choose&& choose) {
    rules.proceed(next, move, no_luck(), Dealer<Choose>{{}, choose});
  }
  template <class Choose>
  static void retire(const Rules& rules, Rules::State& next, Seat seat, Choose&&) {
    rules.retire(next, seat, no_luck());
  }

 private:
  // Returns the chances of a card of those that are left, by value from 1.
  static Chances chances_of(const CardsLeft& left) {
    int cards = 0;
    for (const int count : left) cards += count;
    Chances chances;
    for (std::size_t value = 0; value < chances.size(); ++value)
      chances[value] = static_cast<double>(left[value + 1]) / cards;
    return chances;
  }

  template <class Choose>
  static SideDeck side_deck(int cards, Choose&& choose) {
    CardsLeft left{};
    for (std::size_t value = 1; value <= side_values; ++value) left[value] = side_copies;
    std::array<int, side_cards_max> dealt;
    for (std::size_t i = 0; i < static_cast<std::size_t>(cards); ++i) {
      dealt[i] = choose(chances_of(left)) + 1;
      --left[static_cast<std::size_t>(dealt[i])];
    }
    return SideDeck(std::span(dealt).first(static_cast<std::size_t>(cards)));
  }

  // Deals the cards that are chosen.
  template <class Choose>
  struct Dealer : NoEvents {
    Choose& choose;

    int next_card(Rules::State& state, const Chance&) const {
      const int card = choose(chances_of(state.deck.left())) + 1;
      state.deck.take(card);
      return card;
    }
  };

  static constexpr std::size_t side_values = 5;
  static constexpr int side_copies = 2;  // of each value
};

static_assert(NumberedOutcomes<Outcomes, Rules>);

}  // namespace hilltop::pazaak
