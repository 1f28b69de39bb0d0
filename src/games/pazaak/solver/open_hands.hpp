#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "games/pazaak/solver/open_game.hpp"
#include "games/pazaak/solver/open_hand.hpp"

namespace hilltop::pazaak {

// One player in a hand of the game with open cards.
struct OpenSide {
  int total = 0;
  bool stands = false;
  int deck = 0;  // of SideDecks
  int won = 0;   // hands
};

// The chance of player 1 at the moments of a hand before a card, by the totals on the table.
template <class Chance>
struct HandChances : private OpenLayout {
  template <int rows>
  using Table = std::array<std::array<Chance, in_play>, static_cast<std::size_t>(rows)>;

  Table<in_play> before_one, before_two;
  Table<stand_totals> one_stands;  // by the total of player 2
  Table<stand_totals> two_stands;  // by the total of player 1
};

// The chance of player 1 at every moment of every hand of a solved game. The solved game itself
// keeps only what hands begin with.
class OpenHands {
 public:
  // `game` must outlive it. With 4 side cards each it takes 200 MB, and half a second on one
  // thread.
  OpenHands(const OpenGame& game, int threads);

  const SideDecks& decks() const { return game_.decks(); }

  // Returns the chance of player 1 when a hand begins, or when the game is won.
  double at_start(const OpenSide& one, const OpenSide& two) const;
  // Returns it before `player` (0 or 1), who is in play, is dealt a card. A player that stands
  // below 11, as no good one does, counts as if it stood at 11.
  double before_card(int player, const OpenSide& one, const OpenSide& two) const;
  // Returns it when `player` has been dealt a card, of which it may be bust.
  double before_choice(int player, const OpenSide& one, const OpenSide& two) const;
  // Returns it when `player` has ended its turn; `one` and `two` are what is on the table then.
  double after_choice(int player, const OpenSide& one, const OpenSide& two) const;

 private:
  static constexpr int in_play = OpenLayout::in_play, stand_totals = OpenLayout::stand_totals;
  using Hand = HandChances<std::uint16_t>;  // 65535 is a certain win

  void make(int won_by_one, int won_by_two);
  friend class MeanHands;
  auto moments() const;
  const Hand& hand(const OpenSide& one, const OpenSide& two) const {
    return hands_[place(one.won, two.won) + values_.pair(one.deck, two.deck)];
  }
  std::size_t place(int won_by_one, int won_by_two) const {
    return static_cast<std::size_t>(won_by_one * game_.hands_to_win() + won_by_two) *
           values_.count() * values_.count();
  }
  int given(int player, const OpenSide& own, const OpenSide& other) const;
  // Returns the chance after a choice: END, STAND or a card as in GamePolicy.
  double chosen(int player, OpenSide one, OpenSide two, int choice) const;

  const OpenGame& game_;
  const OpenValues& values_;
  std::unique_ptr<Hand[]> hands_;  // by score and pair of decks
};

// Returns the hands of the solved game of the contest with at most `side_cards` side cards each.
// Computes them at the first call in a process. More cards than open_hands_side_cards_max, whose
// hands would not fit into memory, count as so many.
inline constexpr int open_hands_side_cards_max = 4;
const OpenHands& open_hands(int side_cards);

// The same as a player sees it that knows only how many cards the other's side deck has: the means
// over all decks of so many.
class MeanHands {
 public:
  // With 4 side cards each it takes 41 MB, and a fifth of a second.
  explicit MeanHands(const OpenHands& hands);

  // Returns the chance of player 1 when `player` (0 or 1), whose cards are known, has ended its
  // turn. The deck of the other is its number of cards.
  double after_choice(int player, const OpenSide& one, const OpenSide& two) const;

 private:
  using Hand = HandChances<float>;
  std::size_t place(int player, const OpenSide& known, const OpenSide& other) const;

  int hands_to_win_;
  std::size_t decks_, sizes_;
  std::vector<Hand> hands_;  // by player, score, its deck and the size of the other's
};

// Returns those of open_hands(side_cards). Computes them at the first call in a process.
const MeanHands& mean_hands(int side_cards);

// The game of the contest between two players that play END below a total, else STAND, and no side
// card. Their values are their own, whatever side cards they hold.
struct ThresholdGame {
  SideDecks decks{0};
  std::array<GamePolicy, 2> policies;
  OpenGame game;
  OpenHands hands;

  // `enough`: the totals of player 1 and 2.
  explicit ThresholdGame(std::array<int, 2> enough);
  ThresholdGame(const ThresholdGame&) = delete;
  ThresholdGame& operator=(const ThresholdGame&) = delete;
};

}  // namespace hilltop::pazaak
