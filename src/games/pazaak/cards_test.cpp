#include "games/pazaak/cards.hpp"

#include <array>
#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>

#include "games/pazaak/position_for_test.hpp"

namespace hilltop::pazaak::cards_test {
namespace {

constexpr std::uint32_t decks = sanitized ? 4'000 : 40'000;
constexpr int dealt_max = 20;  // max cards dealt in a hand by P2 and P4

DeckOf shuffled(std::uint64_t key, std::uint32_t game, std::uint32_t hand) {
  return {Chance(key, game), hand};
}

std::vector<int> first_cards(DeckOf deck, int cards = dealt_max) {
  std::vector<int> dealt;
  while (cards-- > 0) dealt.push_back(deck.deal());
  return dealt;
}

// Returns Pearson's statistic of counts against their expected values.
double chi_squared(std::span<const int> counts, std::span<const double> expected) {
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i)
    sum += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
  return sum;
}

// Returns the value that a chi-squared statistic with that many degrees of freedom exceeds once in
// 30,000 times (Wilson and Hilferty's approximation, four standard deviations).
double chi_squared_max(double degrees) {
  const double ninth = 2 / (9 * degrees);
  return degrees * std::pow(1 - ninth + 4 * std::sqrt(ninth), 3);
}

TEST(HouseDeck, P2_HoldsEveryCardFourTimes) {
  for (std::uint32_t game = 0; game < 100; ++game) {
    std::map<int, int> counts;
    for (const int card : first_cards(shuffled(1, game, 1), house_cards)) ++counts[card];
    ASSERT_EQ(counts.size(), 10u);
    for (const auto& [card, count] : counts) {
      EXPECT_TRUE(1 <= card && card <= 10) << card;
      EXPECT_EQ(count, 4) << card;
    }
  }
}

TEST(HouseDeck, P2_TheOrderIsThatOfItsOccasion) {
  const auto cards = first_cards(shuffled(1, 2, 3));
  EXPECT_EQ(first_cards(shuffled(1, 2, 3)), cards);
  EXPECT_NE(first_cards(shuffled(2, 2, 3)), cards);
  EXPECT_NE(first_cards(shuffled(1, 3, 3)), cards);
  EXPECT_NE(first_cards(shuffled(1, 2, 4)), cards);
}

TEST(HouseDeck, P2_ADeckThatWasUsedIsShuffledAfresh) {
  HouseDeck used, fresh;
  const auto more = [] { return std::uint64_t{0x0123'4567'89ab'cdef}; };
  used.shuffle(99);
  for (int i = 0; i < 17; ++i) used.deal(more);
  used.shuffle(std::uint64_t{1} << 63);
  fresh.shuffle(std::uint64_t{1} << 63);
  for (int i = 0; i < dealt_max; ++i) EXPECT_EQ(used.deal(more), fresh.deal(more));
}

TEST(HouseDeck, P2_EveryPlaceHoldsEveryCardAsOften) {
  std::array<std::array<int, 10>, dealt_max> counts{};
  for (std::uint32_t game = 0; game < decks; ++game) {
    DeckOf deck = shuffled(11, game, 1);
    for (auto& place : counts) ++place[static_cast<std::size_t>(deck.deal() - 1)];
  }
  const std::vector<double> expected(10, decks / 10.0);
  for (const auto& place : counts)
    EXPECT_LT(chi_squared(place, expected), chi_squared_max(9)) << &place - counts.data();
}

// Pairs of places: neighbours, across the random word that ends after ten cards, and the same place
// of two consecutive hands.
TEST(HouseDeck, P2_PairsComeAsOftenAsTheyShould) {
  std::array<std::array<int, 100>, 3> counts{};
  for (std::uint32_t game = 0; game < decks; ++game) {
    const auto cards = first_cards(shuffled(12, game, 1));
    const auto count = [&](std::size_t pair, int a, int b) {
      ++counts[pair][static_cast<std::size_t>(10 * (a - 1) + b - 1)];
    };
    count(0, cards[0], cards[1]);
    count(1, cards[9], cards[10]);
    count(2, cards[0], first_cards(shuffled(12, game, 2), 1)[0]);
  }
  std::vector<double> of_one_deck, of_two(100, decks / 100.0);
  for (int a = 0; a < 10; ++a)
    for (int b = 0; b < 10; ++b)
      of_one_deck.push_back(decks * (a == b ? 4.0 * 3 : 4.0 * 4) / (40 * 39));
  EXPECT_LT(chi_squared(counts[0], of_one_deck), chi_squared_max(99));
  EXPECT_LT(chi_squared(counts[1], of_one_deck), chi_squared_max(99));
  EXPECT_LT(chi_squared(counts[2], of_two), chi_squared_max(99));
}

TEST(Luck, GivesTheWordsOfItsBlocksInTurn) {
  const Chance chance(21, 3);
  Luck luck(chance);
  for (std::uint32_t n = 0; n < 50; ++n)
    EXPECT_EQ(luck.word(n, HouseDeck::first_ten, chance), chance.two_words(n / 2)[n % 2]) << n;
}

TEST(Luck, ReplacesAnUnfairWord) {
  const Fair every_other((std::uint64_t{1} << 63) + 1);
  int replaced = 0;
  for (std::uint32_t game = 0; game < 100; ++game) {
    const Chance chance(22, game);
    Luck luck(chance);
    const std::uint64_t drawn = chance.two_words(0)[0], given = luck.word(0, every_other, chance);
    EXPECT_TRUE(every_other(given));
    EXPECT_EQ(given == drawn, every_other(drawn));
    replaced += given != drawn;
  }
  EXPECT_GT(replaced, 25);
  EXPECT_LT(replaced, 75);
}

// One in 6,000 of 2⁶⁴ words is unfair to the first ten cards: those with a small remainder.
TEST(Luck, AWordIsFairIfItsRemainderIsNotSmall) {
  const std::uint64_t outcomes = orders(house_cards, HouseDeck::cards_a_word);
  const std::uint64_t unfair = -outcomes % outcomes;
  for (std::uint32_t game = 0; game < 1000; ++game) {
    const std::uint64_t word = Chance(23, game).two_words(0)[0];
    EXPECT_EQ(HouseDeck::first_ten(word), word * outcomes >= unfair);
  }
  EXPECT_FALSE(HouseDeck::first_ten(0));
}

TEST(SideDecks, P3_AreDrawnFromTheTen) {
  for (int cards = 0; cards <= side_cards_max; ++cards) {
    const Rules rules = Rules::under("koth", {{"side_cards", std::int64_t{cards}}}).value();
    for (std::uint32_t game = 0; game < 200; ++game)
      for (const Player& player : rules.start(2, Chance(3, game)).players) {
        ASSERT_EQ(player.side.count(), cards);
        ASSERT_EQ(player.side.cards().count, cards);
        std::map<int, int> counts;
        for (const int card : player.side.cards()) ++counts[card];
        for (const auto& [card, count] : counts) {
          EXPECT_TRUE(1 <= card && card <= 5) << card;
          EXPECT_LE(count, 2) << card;
        }
      }
  }
}

TEST(SideDecks, P3_EveryOrderIsAsLikelyAndEveryPlayerHasItsOwn) {
  enum { places_1_2, places_3_4, players, cases };
  std::array<std::array<int, 25>, cases> counts{};
  for (std::uint32_t game = 0; game < decks; ++game) {
    const State state = koth.start(2, Chance(4, game));
    const auto one = state.players[0].side.cards(), two = state.players[1].side.cards();
    const auto count = [&](std::size_t pair, int a, int b) {
      ++counts[pair][static_cast<std::size_t>(5 * (a - 1) + b - 1)];
    };
    count(places_1_2, one[0], one[1]);
    count(places_3_4, two[2], two[3]);
    count(players, one[0], two[0]);
  }
  std::vector<double> of_one, of_two(25, decks / 25.0);
  for (int a = 0; a < 5; ++a)
    for (int b = 0; b < 5; ++b) of_one.push_back(decks * (a == b ? 2.0 : 4.0) / (10 * 9));
  EXPECT_LT(chi_squared(counts[places_1_2], of_one), chi_squared_max(24));
  EXPECT_LT(chi_squared(counts[places_3_4], of_one), chi_squared_max(24));
  EXPECT_LT(chi_squared(counts[players], of_two), chi_squared_max(24));
}

TEST(SideDecks, P3_ACardIsTakenOutOnceAndTheOthersKeepTheirOrder) {
  SideDeck deck = side_deck({5, 3, 5, 1});
  deck.remove(5);
  EXPECT_EQ(values(deck.cards()), (std::vector{3, 5, 1}));
  EXPECT_TRUE(deck.has(5));
  deck.remove(4);  // it holds none
  EXPECT_EQ(values(deck.cards()), (std::vector{3, 5, 1}));
  deck.remove(5);
  EXPECT_FALSE(deck.has(5));
  for (const int card : {1, 3, 5}) deck.remove(card);
  EXPECT_EQ(deck.count(), 0);
}

TEST(SideDecks, P3_HaveNoCardOfANumberThatIsNoValue) {
  const SideDeck deck = side_deck({5, 3, 5, 1});
  for (int card = -64; card <= 64; ++card)
    EXPECT_EQ(deck.has(card), card == 1 || card == 3 || card == 5) << card;
}

TEST(SideDecks, P3_AreAskedForACardOfARange) {
  const SideDeck deck = side_deck({4, 2, 3, 2});
  for (int fewest = -3; fewest <= 8; ++fewest)
    for (int most = -3; most <= 8; ++most) {
      std::vector<int> fits;
      for (const int card : deck.cards())
        if (fewest <= card && card <= most) fits.push_back(card);
      EXPECT_EQ(deck.first(fewest, most), fits.empty() ? 0 : fits.front());
      EXPECT_EQ(deck.last(fewest, most), fits.empty() ? 0 : fits.back());
      EXPECT_EQ(deck.greatest(fewest, most), fits.empty() ? 0 : std::ranges::max(fits));
      EXPECT_EQ(deck.smallest(fewest, most), fits.empty() ? 0 : std::ranges::min(fits));
    }
}

RC_GTEST_PROP(CardCounts, CountsUpToAnyValue, ()) {
  const auto some_cards = [] {
    std::vector<int> cards;
    for (int i = *rc::gen::inRange(0, 13); i > 0; --i) cards.push_back(*rc::gen::inRange(1, 11));
    return cards;
  };
  const std::vector<int> mine = some_cards(), theirs = some_cards();
  CardCounts a, b;
  for (const int card : mine) a.add(card);
  for (const int card : theirs) b.add(card);
  const CardCounts both = a + b;
  for (int k = -3; k <= 25; ++k) {
    const auto at_most_k = [k](int card) { return card <= k; };
    RC_ASSERT(both.up_to()(k) ==
              std::ranges::count_if(mine, at_most_k) + std::ranges::count_if(theirs, at_most_k));
  }
}

TEST(Hand, P1_IsTheSumOfItsCardsInTheOrderInWhichTheyCame) {
  Hand hand;
  EXPECT_EQ(hand.value(), 0);
  for (const int card : {7, 1, 10}) hand.add(card);
  EXPECT_EQ(hand.value(), 18);
  EXPECT_EQ(values(hand.cards()), (std::vector{7, 1, 10}));
  EXPECT_EQ(hand.tally().up_to()(7), 2);
  hand.clear();
  EXPECT_EQ(hand.value(), 0);
  EXPECT_EQ(hand.count(), 0);
  EXPECT_EQ(hand.tally(), CardCounts());
}

TEST(Hand, HasRoomForTheLongestHandAndASideCard) {
  Hand hand;
  for (const int card : {1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 5}) hand.add(card);
  EXPECT_EQ(hand.count(), Hand::cards_max);
  EXPECT_EQ(hand.value(), 26);
}

}  // namespace
}  // namespace hilltop::pazaak::cards_test
