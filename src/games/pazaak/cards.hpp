#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "core/chance.hpp"

namespace hilltop::pazaak {

constexpr int target = 20;           // come as close as you can without going over (P1)
constexpr int house_cards = 40;      // four each of 1..10 (P2)
constexpr int side_cards_most = 10;  // the whole set {1,1,2,2,3,3,4,4,5,5} (P3)

__extension__ using uint128 = unsigned __int128;

// How many cards of each value 1..10 there are, five bits a value, so that adding tallies adds
// counts. No two hands come to 32 cards.
class Tally {
 public:
  constexpr Tally() = default;
  constexpr void add(int card) { counts_ += std::uint64_t{1} << place(card); }
  friend constexpr Tally operator+(Tally a, Tally b) {
    a.counts_ += b.counts_;
    return a;
  }
  friend constexpr bool operator==(Tally, Tally) = default;

  // The cards of value 1..k, for any k: one multiplication makes all the running sums.
  class UpTo {
   public:
    constexpr explicit UpTo(std::uint64_t counts) : sums_(counts * every) {}
    constexpr int operator()(int k) const {
      k = k < 0 ? 0 : k;
      k = k > value_most ? value_most : k;
      return static_cast<int>(sums_ >> place(k) & mask);
    }

   private:
    std::uint64_t sums_;
  };
  constexpr UpTo up_to() const { return UpTo(counts_); }

 private:
  static constexpr int value_most = 10, bits = 5;
  static constexpr std::uint64_t mask = (1 << bits) - 1;
  static constexpr std::uint64_t every = [] {  // 1 in each place
    std::uint64_t ones = 0;
    for (int value = 0; value <= value_most; ++value) ones |= std::uint64_t{1} << bits * value;
    return ones;
  }();
  static constexpr int place(int card) { return bits * card; }
  std::uint64_t counts_ = 0;
};

// Cards on the table in front of one player, in the order in which they came: four bits a card, so
// that taking one is a shift.
class Hand {
 public:
  // Nobody is asked again from 20 on, so the longest hand is 1,1,1,1,2,2,2,2,3,3 and one more.
  static constexpr int cards_most = 12;

  struct Cards {
    std::array<std::int8_t, cards_most> card;
    int count;
    const std::int8_t* begin() const { return card.data(); }
    const std::int8_t* end() const { return card.data() + count; }
  };

  void add(int card) {
    order_ = order_ << 4 | static_cast<unsigned>(card);
    value_ += card;
    tally_.add(card);
  }
  void clear() { *this = Hand(); }

  int value() const { return value_; }
  int count() const { return (static_cast<int>(std::bit_width(order_)) + 3) / 4; }
  Tally tally() const { return tally_; }
  Cards cards() const;

 private:
  Tally tally_;
  std::uint64_t order_ = 0;
  int value_ = 0;
};

// The side cards that a player still has, in the order in which they were dealt (P3). A set of
// their values stands beside them, so that most questions are answered without looking at one.
class SideDeck {
 public:
  // `cards` of the ten, drawn and ordered by one word of luck; false: the word is one of the few
  // that would make some orders likelier than others, and nothing was dealt.
  bool deal(std::uint64_t word, int cards);

  // Removes the first card of this value, if there is one.
  void remove(int card);

  int count() const { return count_; }
  std::span<const std::int8_t> cards() const {
    return {cards_.data(), static_cast<std::size_t>(count_)};
  }

  bool has(int card) const { return values(card, card) != 0; }
  // The greatest card, or the smallest, or in the order of the deck the first or the last, of
  // fewest..most; 0: there is none.
  int greatest(int fewest, int most) const {
    return static_cast<int>(std::bit_width(values(fewest, most) >> 1));
  }
  int smallest(int fewest, int most) const {
    return values(fewest, most) == 0 ? 0 : std::countr_zero(values(fewest, most));
  }
  int first(int fewest, int most) const {
    if (values(fewest, most) == 0) [[likely]]
      return 0;
    const auto fits = [&](int card) { return fewest <= card && card <= most; };
    return *std::find_if(cards_.begin(), cards_.begin() + count_, fits);
  }
  int last(int fewest, int most) const {
    int last = 0;
    if (values(fewest, most) != 0)
      for (const int card : cards())
        if (fewest <= card && card <= most) last = card;
    return last;
  }

 private:
  static constexpr int value_most = 5;

  // Those of 1..5 that are held and lie in fewest..most, as bits.
  unsigned values(int fewest, int most) const {
    const unsigned up_to = (2u << std::clamp(most, 0, value_most)) - 1,
                   below = (1u << std::clamp(fewest, 1, value_most + 1)) - 1;
    return values_ & up_to & ~below;
  }

  std::array<std::int8_t, side_cards_most> cards_{};
  std::int8_t count_ = 0;
  std::uint8_t values_ = 0;  // bit v: a card of value v is held
};

// In how many orders `drawn` of `cards` can come.
constexpr std::uint64_t orders(int cards, int drawn) {
  return drawn == 0 ? 1 : static_cast<std::uint64_t>(cards) * orders(cards - 1, drawn - 1);
}

// The shuffled house deck of one hand. The order is drawn by two words of luck and worked out card
// by card as it is dealt: the next index among n cards is the high part of word × n, the low part
// is the word for the card after. Exactly uniform: a word that would favour some orders is refused
// when the deck is made (Brackett-Rozinsky and Lemire, "Batched ranged random integer generation",
// 2024).
class HouseDeck {
 public:
  // The luck of the first hand. Each hand's order is drawn a hand ahead, so that dealing never
  // waits for it.
  void prepare(Draw first) { draw_ahead(first); }

  // A fresh deck; `next` is the luck of the hand after.
  void shuffle(Draw next) {
    cards_ = sorted;
    left_ = house_cards;
    word_ = ahead_[0];
    next_word_ = ahead_[1];
    draw_ahead(next);
  }

  int deal() {
    if (left_ == house_cards - cards_a_word) [[unlikely]]
      word_ = next_word_;
    const auto scaled = static_cast<uint128>(word_) * static_cast<unsigned>(left_);
    word_ = static_cast<std::uint64_t>(scaled);
    std::int8_t& slot = cards_[static_cast<std::size_t>(scaled >> 64)];
    const int card = slot;
    slot = cards_[static_cast<std::size_t>(--left_)];
    return card;
  }

 private:
  static constexpr int cards_a_word = 10;  // no hand comes to more than 2 × 10 cards
  static constexpr std::uint64_t orders_of_first = orders(house_cards, cards_a_word);
  static constexpr std::uint64_t orders_of_next = orders(house_cards - cards_a_word, cards_a_word);
  static constexpr std::uint64_t unfair_of_first = -orders_of_first % orders_of_first;
  static constexpr std::uint64_t unfair_of_next = -orders_of_next % orders_of_next;
  static constexpr std::array<std::int8_t, house_cards> sorted = [] {
    std::array<std::int8_t, house_cards> cards{};
    for (int i = 0; i < house_cards; ++i)
      cards[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(1 + i / 4);
    return cards;
  }();

  void draw_ahead(Draw draw) {
    ahead_[0] = fair(draw, orders_of_first, unfair_of_first);
    ahead_[1] = fair(draw, orders_of_next, unfair_of_next);
  }

  // The first word of `draw` under which every order of `orders` is equally likely.
  static std::uint64_t fair(Draw& draw, std::uint64_t orders, std::uint64_t unfair) {
    std::uint64_t word = draw.word64();
    while (word * orders < unfair) [[unlikely]] word = draw.word64();
    return word;
  }

  std::uint64_t word_, next_word_;  // of the cards 1 to 10, and 11 to 20
  std::array<std::uint64_t, 2> ahead_{};
  int left_;
  std::array<std::int8_t, house_cards> cards_;
};

}  // namespace hilltop::pazaak
