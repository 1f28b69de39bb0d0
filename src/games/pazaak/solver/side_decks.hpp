#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "games/pazaak/cards.hpp"

namespace hilltop::pazaak {

// All side decks of at most `cards_max` cards out of {1,1,2,2,3,3,4,4,5,5}, numbered by size, so
// that decks of one size are consecutive.
class SideDecks {
 public:
  static constexpr int values = 5, copies = 2;
  using Counts = std::array<std::int8_t, values>;  // number of cards of each value 1..5, 0..2

  explicit SideDecks(int cards_max);

  int cards_max() const { return static_cast<int>(first_.size()) - 2; }
  int count() const { return first_.back(); }
  int first(int size) const { return first_[static_cast<std::size_t>(size)]; }  // size 0..max + 1
  int size(int deck) const { return deck_[static_cast<std::size_t>(deck)].size; }
  const Counts& counts(int deck) const { return deck_[static_cast<std::size_t>(deck)].counts; }

  // Returns the deck without that card; -1 if it has none.
  int less(int deck, int card) const {
    return deck_[static_cast<std::size_t>(deck)].less[at(card)];
  }

  // Returns the deck of these cards. If there are too many, keeps the most useful: one of each
  // value first, greater ones first.
  int of(const Counts& counts) const;

  // Returns in how many ways the deck can be drawn from the ten cards.
  int ways(int deck) const { return deck_[static_cast<std::size_t>(deck)].ways; }

 private:
  struct Deck {
    Counts counts;
    int size, ways;
    std::array<int, values> less;
  };
  static std::size_t at(int card) { return static_cast<std::size_t>(card - 1); }
  static constexpr int codes = 243;  // 3^5
  static int code(const Counts& counts);

  std::vector<Deck> deck_;
  std::vector<int> first_;            // by size
  std::array<int, codes> by_code_{};  // -1 if it has too many cards
};

// The solver's player asks for them at every choice.
inline SideDecks::Counts counts_of(const SideDeck& deck) {
  std::uint64_t packed = deck.counts(deck.count());
  SideDecks::Counts counts;
  for (std::int8_t& count : counts) count = static_cast<std::int8_t>((packed >>= 4) & 15);
  return counts;
}

}  // namespace hilltop::pazaak
