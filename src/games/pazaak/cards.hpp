#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "core/chance.hpp"

namespace hilltop::pazaak {

constexpr int target = 20;           // come as close as you can without going over (P1)
constexpr int house_cards = 40;      // four each of 1..10 (P2)
constexpr int side_cards_most = 10;  // the whole set {1,1,2,2,3,3,4,4,5,5} (P3)

__extension__ using uint128 = unsigned __int128;

// How many cards of each value 1..10 there are, six bits a value, so that adding tallies adds
// counts and one multiplication makes all the running sums.
class Tally {
 public:
  constexpr Tally() = default;
  constexpr void add(int card) { counts_ += std::uint64_t{1} << shift(card); }
  friend constexpr Tally operator+(Tally a, Tally b) {
    a.counts_ += b.counts_;
    return a;
  }
  friend constexpr bool operator==(Tally, Tally) = default;

  // Cards of value 1..k, for any k.
  constexpr int up_to(int k) const {
    return k < 1 ? 0 : static_cast<int>(counts_ * every >> shift(k < 10 ? k : 10) & 63);
  }

 private:
  static constexpr std::uint64_t every = 0x041041041041041;  // 1 in each of the ten places
  static constexpr int shift(int card) { return 6 * (card - 1); }
  std::uint64_t counts_ = 0;
};

// Cards on the table in front of one player, in the order in which they came.
class Hand {
 public:
  // Nobody is asked again from 20 on, so the longest hand is 1,1,1,1,2,2,2,2,3,3 and one more.
  static constexpr int cards_most = 12;

  void add(int card) {
    cards_[static_cast<std::size_t>(count_++)] = static_cast<std::int8_t>(card);
    value_ += card;
    tally_.add(card);
  }
  void clear() {
    tally_ = Tally();
    value_ = count_ = 0;
  }

  int value() const { return value_; }
  int count() const { return count_; }
  Tally tally() const { return tally_; }
  std::span<const std::int8_t> cards() const {
    return {cards_.data(), static_cast<std::size_t>(count_)};
  }

 private:
  Tally tally_;
  int value_ = 0;
  int count_ = 0;
  std::array<std::int8_t, cards_most> cards_;
};

// The side cards that a player still has, in the order in which they were dealt (P3).
class SideDeck {
 public:
  SideDeck() = default;
  // `cards` of the ten, drawn and ordered by one word of luck; false: the word is one of the few
  // that would make some orders likelier than others, and nothing was dealt.
  bool deal(std::uint64_t word, int cards);

  // Removes the first card of this value, if there is one.
  bool remove(int card);

  int count() const { return count_; }
  std::span<const std::int8_t> cards() const {
    return {cards_.data(), static_cast<std::size_t>(count_)};
  }

 private:
  std::array<std::int8_t, side_cards_most> cards_{};
  int count_ = 0;
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
  void shuffle(Draw draw) {
    cards_ = sorted;
    left_ = house_cards;
    word_ = fair(draw, orders_of_first, unfair_of_first);
    next_word_ = fair(draw, orders_of_next, unfair_of_next);
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

  // The first word of `draw` under which every order of `orders` is equally likely.
  static std::uint64_t fair(Draw& draw, std::uint64_t orders, std::uint64_t unfair) {
    std::uint64_t word = draw.word64();
    while (word * orders < unfair) [[unlikely]] word = draw.word64();
    return word;
  }

  std::uint64_t word_, next_word_;
  int left_;
  std::array<std::int8_t, house_cards> cards_;
};

}  // namespace hilltop::pazaak
