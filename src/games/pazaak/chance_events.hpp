#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/chance_events.hpp"
#include "games/pazaak/rules.hpp"
#include "games/pazaak/solver/side_decks.hpp"

namespace hilltop::pazaak {

// The side decks and each card of the house deck, in the open. The chances of a card are those of
// the deck as it is.
struct ChanceEvents {
  struct Side {
    int total = 0;
    bool stands = false;
    SideDecks::Counts cards{};  // of its side deck
    int hands_won = 0;
    friend bool operator==(const Side&, const Side&) = default;
  };

  enum class Next : std::uint8_t { side_decks, card, decision, over };

  struct Node {
    std::array<Side, 2> sides;
    Next next = Next::over;
    int player = 0;              // 0 or 1: for whom a card is next, or a decision
    std::optional<Seat> left{};  // the seat that has left, when it is over

    Side& mover() { return sides[static_cast<std::size_t>(player)]; }
    friend bool operator==(const Node&, const Node&) = default;
  };

  // Either both side decks (all outcomes are pairs of decks of as many cards), or a card of the
  // house deck. A player that gets 20 still decides here, although it can but stand (P5).
  class Event {
   public:
    // `after`: a decision, whose mover was dealt this card. `left`: the deck before it.
    Event(const Node& after, int card, const CardsLeft& left);
    // The side decks: `after` is before the first card.
    explicit Event(const Node& after);

    const Node& before() const { return before_; }
    const Node& after() const { return after_; }
    // Returns the card that was dealt; 0 for the side decks.
    int card() const {
      return before_.next == Next::side_decks ? 0 : after_.sides[at_mover()].total - dealt_on_;
    }

    template <class Visit>
    void for_each_outcome(Visit&& visit) const {
      if (before_.next == Next::side_decks)
        for_each_pair_of_decks(visit);
      else
        for_each_card(visit);
    }

   private:
    template <class Visit>
    void for_each_card(Visit&& visit) const {
      int cards = 0;
      for (const int count : left_) cards += count;
      Node node = before_;
      node.next = Next::decision;
      for (std::size_t card = 1; card < left_.size(); ++card) {
        if (left_[card] == 0) continue;
        node.mover().total = dealt_on_ + static_cast<int>(card);
        visit(static_cast<double>(left_[card]) / cards, node);
      }
    }
    template <class Visit>
    void for_each_pair_of_decks(Visit&& visit) const {
      const SideDecks& decks = all_decks();
      const int first = decks.first(side_cards_), end = decks.first(side_cards_ + 1);
      double ways = 0;
      for (int deck = first; deck < end; ++deck) ways += decks.ways(deck);
      Node node = after_;
      for (int one = first; one < end; ++one)
        for (int two = first; two < end; ++two) {
          node.sides[0].cards = decks.counts(one);
          node.sides[1].cards = decks.counts(two);
          visit(decks.ways(one) / ways * (decks.ways(two) / ways), node);
        }
    }
    static const SideDecks& all_decks();
    std::size_t at_mover() const { return static_cast<std::size_t>(after_.player); }

    Node before_, after_;
    CardsLeft left_{};
    int dealt_on_ = 0;    // the total before the card
    int side_cards_ = 0;  // per player
  };

  template <class Tell>
  static Rules::State start(const Rules& rules, int seats, const Chance& chance, Tell&& tell) {
    const Rules::State state = rules.start(seats, chance);
    const Node after = node(rules, state);
    CardsLeft deck = state.deck.left();
    const int card = state[Seat(0)].hand.last();
    ++deck[static_cast<std::size_t>(card)];
    const Event first(after, card, deck);
    tell(Event(first.before()));
    tell(first);
    return state;
  }
  template <class Tell>
  static void apply(const Rules& rules, Rules::State& next, Move move, const Chance& chance,
                    Tell&& tell) {
    rules.proceed(next, move, chance, Dealt<Tell>{{}, next, tell});
  }
  template <class Tell>
  static void retire(const Rules& rules, Rules::State& next, Seat seat, const Chance& chance,
                     Tell&&) {
    rules.retire(next, seat, chance);
  }
  static Node node(const Rules&, const Rules::State& now);

 private:
  static Node decision_of(const Rules::State& now, int player);

  // Tells each card when it has been dealt.
  template <class Tell>
  struct Dealt : NoEvents {
    const Rules::State& state;
    Tell& tell;

    void dealt(int player, const Player& mover) const {
      CardsLeft deck = state.deck.left();
      const int card = mover.hand.last();
      ++deck[static_cast<std::size_t>(card)];
      tell(Event(decision_of(state, player), card, deck));
    }
  };
};

static_assert(VisibleChance<ChanceEvents, Rules>);

}  // namespace hilltop::pazaak
