#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace hilltop::pazaak {

// Every side deck that can be held of at most so many cards out of {1,1,2,2,3,3,4,4,5,5}, numbered
// by size, so that decks of one size lie side by side.
class SideDecks {
 public:
  static constexpr int values = 5, copies = 2;
  using Counts = std::array<std::int8_t, values>;  // of 1..5, 0..2 each

  explicit SideDecks(int cards_max);

  int cards_max() const { return static_cast<int>(first_.size()) - 2; }
  int count() const { return first_.back(); }
  int first(int size) const { return first_[static_cast<std::size_t>(size)]; }  // size 0..most + 1
  int size(int deck) const { return deck_[static_cast<std::size_t>(deck)].size; }
  const Counts& counts(int deck) const { return deck_[static_cast<std::size_t>(deck)].counts; }

  // The deck less that card; -1: there is none of it.
  int less(int deck, int card) const {
    return deck_[static_cast<std::size_t>(deck)].less[at(card)];
  }

  // The deck of these cards. Of more than there is room for the most useful stay: one of each value
  // first, the greater ones first.
  int of(const Counts& counts) const;

  // In how many ways the deck can be drawn from the ten.
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
  std::array<int, codes> by_code_{};  // -1: too many cards
};

}  // namespace hilltop::pazaak
