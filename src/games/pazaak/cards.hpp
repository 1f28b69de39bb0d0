#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "core/chance.hpp"

namespace hilltop::pazaak {

constexpr int target = 20;          // best hand value (P1)
constexpr int house_cards = 40;     // four of each 1..10 (P2)
constexpr int side_cards_max = 10;  // the whole set {1,1,2,2,3,3,4,4,5,5} (P3)

__extension__ using uint128 = unsigned __int128;

// Number of cards of each value 1..10 in five bits per value, so that adding tallies adds counts.
// No two hands together have 32 cards.
class CardCounts {
 public:
  constexpr CardCounts() = default;
  constexpr void add(int card) { counts_ += one_of[static_cast<std::size_t>(card)]; }
  constexpr int of(int card) const { return static_cast<int>(counts_ >> place(card) & mask); }
  friend constexpr CardCounts operator+(CardCounts a, CardCounts b) {
    a.counts_ += b.counts_;
    return a;
  }
  friend constexpr bool operator==(CardCounts, CardCounts) = default;

  // Number of cards of value 1..k, for any k; one multiplication computes all running sums.
  class UpTo {
   public:
    constexpr explicit UpTo(std::uint64_t counts) : sums_(counts * every) {}
    constexpr int operator()(int k) const {
      k = k < 0 ? 0 : k;
      k = k > value_max ? value_max : k;
      return static_cast<int>(sums_ >> place(k) & mask);
    }

   private:
    std::uint64_t sums_;
  };
  constexpr UpTo up_to() const { return UpTo(counts_); }

 private:
  static constexpr int value_max = 10, bits = 5;
  static constexpr std::uint64_t mask = (1 << bits) - 1;
  static constexpr std::uint64_t every = [] {  // 1 in each field
    std::uint64_t ones = 0;
    for (int value = 0; value <= value_max; ++value) ones |= std::uint64_t{1} << bits * value;
    return ones;
  }();
  static constexpr int place(int card) { return bits * card; }
  static constexpr auto one_of = [] {  // 1 in the field of the value
    std::array<std::uint64_t, value_max + 1> one{};
    for (int value = 0; value <= value_max; ++value)
      one[static_cast<std::size_t>(value)] = std::uint64_t{1} << bits * value;
    return one;
  }();
  std::uint64_t counts_ = 0;
};

// A read-only list of cards in their order.
struct Cards {
  static constexpr int most = 12;

  std::array<std::int8_t, most> card{};
  int count = 0;
  const std::int8_t* begin() const { return card.data(); }
  const std::int8_t* end() const { return card.data() + count; }
  int operator[](int i) const { return card[static_cast<std::size_t>(i)]; }

  // Never adds more than `most`; without the check the compiler warns.
  void add(std::uint64_t value) {
    if (count < most) card[static_cast<std::size_t>(count++)] = static_cast<std::int8_t>(value);
  }
};

// Cards on the table in front of one player, in the order of play; four bits per card, so that
// taking one is a shift.
class Hand {
 public:
  // A player is not asked from 20 on, so the longest hand is 1,1,1,1,2,2,2,2,3,3 and one more.
  static constexpr int cards_max = Cards::most;

  void add(int card) {
    order_ = order_ << 4 | static_cast<unsigned>(card);
    value_ += card;
    tally_.add(card);
  }
  void clear() { *this = Hand(); }

  int value() const { return value_; }
  int count() const { return static_cast<int>(std::bit_width(order_)) / 4; }
  CardCounts tally() const { return tally_; }
  Cards cards() const;
  int last() const { return static_cast<int>(order_ & 15); }  // of a hand with cards

 private:
  CardCounts tally_;
  std::uint64_t order_ = 1;  // a leading one, then the cards
  int value_ = 0;
};

// Takes the next of n equally likely numbers 0..n-1 from a random word; the rest of the word stays
// in `luck`. Exactly uniform if words that favour some outcomes are avoided (see Fair):
// Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", 2024.
inline unsigned below(unsigned n, std::uint64_t& luck) {
  const auto scaled = static_cast<uint128>(luck) * n;
  luck = static_cast<std::uint64_t>(scaled);
  return static_cast<unsigned>(scaled >> 64);
}

// Returns in how many orders `drawn` of `cards` cards can come.
constexpr std::uint64_t orders(int cards, int drawn) {
  return drawn == 0 ? 1 : static_cast<std::uint64_t>(cards) * orders(cards - 1, drawn - 1);
}

// Tells whether a random word makes all of `outcomes` equally likely.
class Fair {
 public:
  constexpr explicit Fair(std::uint64_t outcomes)
      : outcomes_(outcomes), unfair_(-outcomes % outcomes) {}
  bool operator()(std::uint64_t word) const { return word * outcomes_ >= unfair_; }

 private:
  std::uint64_t outcomes_, unfair_;
};

// The side cards that a player still has, in the order of the deal (P3). A set of their values is
// kept too, so that most questions need no look at the cards.
class SideDeck {
 public:
  SideDeck() = default;
  // Draws and orders `cards` of the ten side cards from a random word; the rest of the word stays
  // in `luck`.
  SideDeck(int cards, std::uint64_t& luck) {
    std::uint64_t ten = 0x5544332211;
    for (unsigned left = side_cards_max; count_ < cards; ++count_) {
      const unsigned at = 4 * below(left, luck);
      const std::uint64_t card = ten >> at & 15, last = ten >> 4 * --left & 15;
      ten ^= (card ^ last) << at;
      order_ |= card << 4 * count_;
      values_ |= 1u << card;
    }
  }

  // Holds these cards, in this order; at most side_cards_max.
  explicit SideDeck(std::span<const int> cards) {
    for (const int card : cards) {
      order_ |= static_cast<std::uint64_t>(card) << 4 * count_++;
      values_ |= 1u << card;
    }
  }

  // Removes the first card of this value, if any.
  void remove(int card) {
    const std::uint64_t found = places(card);
    if (found == 0) return;
    const std::uint64_t before = (found & -found) - 1;
    order_ = (order_ & before) | (order_ >> 4 & ~before);
    --count_;
    if (places(card) == 0) values_ ^= 1u << card;
  }

  int count() const { return count_; }
  Cards cards() const;
  // Returns the number of cards of each value, which has the four bits from 4 * value on. A deck of
  // at most `most` cards is read to this end, because a processor cannot foresee how many are left.
  std::uint64_t counts(int most) const {
    std::uint64_t counts = 0;
    std::uint64_t rest = order_;
    for (int place = 0; place < most; ++place, rest >>= 4)
      counts += std::uint64_t{1} << 4 * (rest & 15);
    return counts & ~std::uint64_t{15};  // there is no card of value 0
  }

  // Any number may be asked for; what is no value of a card is not there.
  bool has(int card) const {
    const auto value = static_cast<unsigned>(card);
    return value <= value_max && (values_ >> value & 1) != 0;
  }
  // Return the greatest or smallest card, or the first or last in deck order, of value
  // fewest..most; 0 if there is none.
  int greatest(int fewest, int most) const {
    return static_cast<int>(std::bit_width(values(fewest, most) >> 1));
  }
  int smallest(int fewest, int most) const {
    return values(fewest, most) == 0 ? 0 : std::countr_zero(values(fewest, most));
  }
  int first(int fewest, int most) const {
    const unsigned fitting = values(fewest, most);
    if (fitting == 0) [[likely]]
      return 0;
    std::uint64_t rest = order_;
    while ((fitting >> (rest & 15) & 1) == 0) rest >>= 4;
    return static_cast<int>(rest & 15);
  }
  int last(int fewest, int most) const {
    const unsigned fitting = values(fewest, most);
    int last = 0;
    if (fitting != 0)
      for (std::uint64_t rest = order_; rest != 0; rest >>= 4)
        if ((fitting >> (rest & 15) & 1) != 0) last = static_cast<int>(rest & 15);
    return last;
  }

 private:
  static constexpr int value_max = 5;

  // Returns a word whose lowest set bit is the lowest bit of the first such card; 0 if there is
  // none. Test for zero among packed numbers: Knuth, TAOCP 7.1.3, (90).
  std::uint64_t places(int card) const {
    constexpr std::uint64_t every = 0x1111'1111'1111'1111;
    const std::uint64_t zero_at = order_ ^ every * static_cast<unsigned>(card);
    return ((zero_at - every) & ~zero_at & every << 3) >> 3;
  }

  // Returns the values 1..5 that are held and lie in fewest..most, as bits.
  unsigned values(int fewest, int most) const {
    const unsigned up_to = (2u << std::clamp(most, 0, value_max)) - 1,
                   below = (1u << std::clamp(fewest, 1, value_max + 1)) - 1;
    return values_ & up_to & ~below;
  }

  std::uint64_t order_ = 0;  // four bits per card, the first card lowest
  int count_ = 0;
  unsigned values_ = 0;  // bit v: holds a card of value v
};

// Number of cards by value.
using CardsLeft = std::array<std::int8_t, 11>;

// The shuffled house deck of one hand. The order is drawn card by card as it is dealt, ten cards
// per random word.
class HouseDeck {
 public:
  static constexpr int cards_a_word = 10;
  static constexpr Fair first_ten{orders(house_cards, cards_a_word)};
  static constexpr Fair second_ten{orders(house_cards - cards_a_word, cards_a_word)};

  // Shuffles a fresh deck; `luck` must be fair for the first ten cards.
  void shuffle(std::uint64_t luck) {
    cards_ = sorted;
    left_ = house_cards;
    luck_ = luck;
  }

  // Returns how many cards of each value 1..10 are left.
  CardsLeft left() const;

  // Takes out a card of this value, of which there must be one.
  void take(int card) {
    std::int8_t* slot = cards_.data();
    while (*slot != card) ++slot;
    *slot = cards_[static_cast<std::size_t>(--left_)];
  }

  // `more()` returns a word that is fair for the second ten cards. No hand needs more than 2 × 10.
  template <class More>
  int deal(More&& more) {
    if (left_ == house_cards - cards_a_word) [[unlikely]]
      luck_ = more();
    std::int8_t& slot = cards_[below(static_cast<unsigned>(left_), luck_)];
    const int card = slot;
    slot = cards_[static_cast<std::size_t>(--left_)];
    return card;
  }

 private:
  static constexpr std::array<std::int8_t, house_cards> sorted = [] {
    std::array<std::int8_t, house_cards> cards{};
    for (int i = 0; i < house_cards; ++i)
      cards[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(1 + i / 4);
    return cards;
  }();

  std::uint64_t luck_;
  int left_;
  std::array<std::int8_t, house_cards> cards_;
};

// The random words of one game: word 0 deals the side decks, word h the first ten cards of hand h.
// Two words come from one block, and a block is computed before it is needed, so that dealing does
// not wait.
class Luck {
 public:
  Luck() = default;
  explicit Luck(const Chance& chance) : ahead_(chance.two_words(0)) {}

  // Returns word `n`; call it for n = 0, 1, 2, … in turn.
  std::uint64_t word(std::uint32_t n, const Fair& fair, const Chance& chance) {
    const std::uint64_t word = ahead_[n % 2];
    if (n % 2 == 1) ahead_ = chance.two_words(n / 2 + 1);
    if (fair(word)) [[likely]]
      return word;
    return spare(n, replacement, fair, chance);
  }

  // Returns the word for the second ten cards of hand `n`.
  static std::uint64_t second(std::uint32_t n, const Chance& chance) {
    return spare(n, later, HouseDeck::second_ten, chance);
  }

 private:
  enum Part : std::uint32_t { words, replacement, later };  // parts of an occasion of Chance

  static std::uint64_t spare(std::uint32_t n, Part part, const Fair& fair, const Chance& chance);

  std::array<std::uint64_t, 2> ahead_{};
};

}  // namespace hilltop::pazaak
