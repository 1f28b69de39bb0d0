// Tests the solved game against a slow solver that knows only the rules, and by its laws.
#include "games/pazaak/solver/open_game.hpp"

#include <array>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <vector>

#include "core/build_for_test.hpp"
#include "core/no_threads_for_test.hpp"

namespace hilltop::pazaak::open_game_test {
namespace {

// Tries every choice, also absurd ones, in double precision.
class SlowGame {
 public:
  SlowGame(const SideDecks& decks, int hands_to_win) : decks_(decks), most_(hands_to_win) {}

  double value(int won_by_one, int won_by_two, int one, int two) {
    if (won_by_one == most_) return 1;
    if (won_by_two == most_) return 0;
    const std::array key{won_by_one, won_by_two, one, two};
    if (const auto found = values_.find(key); found != values_.end()) return found->second;
    double level = 0.5;
    for (int i = 0; i < rounds; ++i) {
      values_[key] = level;
      level = Hand(*this, won_by_one, won_by_two, one, two).begin();
    }
    return values_[key] = level;
  }

 private:
  static constexpr int rounds = 18;  // the chance of a level hand is at most 1/4

  struct Side {
    int total = 0;
    int card = 0;  // card played; 0: none
    bool stands = false;
  };

  class Hand {
   public:
    Hand(SlowGame& game, int won_by_one, int won_by_two, int one, int two)
        : game_(game), won_{won_by_one, won_by_two}, decks_{one, two} {
      constexpr std::size_t sides = totals * cards * 2;
      memory_.resize(sides * sides * 2, std::numeric_limits<double>::quiet_NaN());
    }
    double begin() { return turn({}, {}, 0); }

   private:
    // Value before the deal of player 1 or 2.
    double turn(Side one, Side two, int player) {
      double& known = memory_[place(one, two, player)];
      if (known == known) return known;
      const Side& mover = player == 0 ? one : two;
      if (mover.stands) return known = next(one, two, player);
      double sum = 0;
      for (int card = 1; card <= 10; ++card) sum += choice(one, two, player, card);
      return known = sum / 10;
    }

    double choice(Side one, Side two, int player, int dealt) {
      Side& mover = player == 0 ? one : two;
      mover.total += dealt;
      const int without = mover.total;
      double best = -1;
      const auto consider = [&] {
        const double worth = next(one, two, player);
        if (best < 0 || (player == 0 ? worth > best : worth < best)) best = worth;
      };
      if (without != target) consider();  // END
      mover.stands = true;
      consider();
      if (without == target) return best;
      for (int card = 1; card <= SideDecks::values; ++card) {
        if (game_.decks_.less(decks_[static_cast<std::size_t>(player)], card) < 0) continue;
        mover.card = card;
        mover.total = without + card;
        consider();
      }
      return best;
    }

    // Value after a player's turn.
    double next(Side one, Side two, int player) {
      if (player == 0) return turn(one, two, 1);
      const HandVerdict verdict = judge(one.total, one.stands, two.total, two.stands);
      if (verdict == HandVerdict::go_on) return turn(one, two, 0);
      return game_.value(won_[0] + (verdict == HandVerdict::one_wins),
                         won_[1] + (verdict == HandVerdict::two_wins), left(decks_[0], one.card),
                         left(decks_[1], two.card));
    }
    int left(int deck, int card) const { return card == 0 ? deck : game_.decks_.less(deck, card); }

    static constexpr int totals = 36, cards = 6;
    static std::size_t place(const Side& side) {
      return static_cast<std::size_t>((side.total * cards + side.card) * 2 + side.stands);
    }
    static std::size_t place(const Side& one, const Side& two, int player) {
      return (place(one) * totals * cards * 2 + place(two)) * 2 + static_cast<std::size_t>(player);
    }

    SlowGame& game_;
    std::array<int, 2> won_, decks_;
    std::vector<double> memory_;  // by place; NaN: unknown
  };

  const SideDecks& decks_;
  int most_;
  std::map<std::array<int, 4>, double> values_;
};

// The slow solver is accurate to 1e-10; the fast one has single precision.
constexpr double near = 2e-6;

TEST(OpenGame, EqualsTheSlowSolverWithOneSideCardEach) {
  const SideDecks decks(1);
  constexpr int hands = 2;
  const OpenGame game(decks, hands, 1);
  SlowGame slow(decks, hands);
  for (int one = 0; one < decks.count(); one += sanitized ? 7 : 2)
    for (int two = 0; two < decks.count(); two += sanitized ? 6 : 3)
      EXPECT_NEAR(game.value(0, 0, one, two), slow.value(0, 0, one, two), near)
          << one << ' ' << two;
}

TEST(OpenGame, EqualsTheSlowSolverWithTwoSideCardsEach) {
  if (sanitized) GTEST_SKIP() << "the slow solver takes seconds; the optimized build asks it";
  const SideDecks decks(2);
  const OpenGame game(decks, 1, 1);
  SlowGame slow(decks, 1);
  for (const auto& [one, two] : {std::pair{20, 6}, {8, 13}, {3, 17}, {15, 15}})
    EXPECT_NEAR(game.value(0, 0, one, two), slow.value(0, 0, one, two), near) << one << ' ' << two;
}

// Visits all situations of a game to three hands with this number of cards.
void for_each_pair(const OpenGame& game, auto&& visit) {
  for (int one = 0; one < game.decks().count(); ++one)
    for (int two = 0; two < game.decks().count(); ++two)
      for (int won = 0; won < game.hands_to_win(); ++won)
        for (int lost = 0; lost < game.hands_to_win(); ++lost) visit(won, lost, one, two);
}

TEST(OpenGame, AHandWonAndACardMoreAreNeverBad) {
  constexpr float rounding = 1e-6f;
  const SideDecks decks(2);
  const OpenGame game(decks, 3, 1);
  for_each_pair(game, [&](int won, int lost, int one, int two) {
    const float value = game.value(won, lost, one, two);
    EXPECT_GE(game.value(won + 1, lost, one, two), value);
    EXPECT_LE(game.value(won, lost + 1, one, two), value);
    for (int card = 1; card <= SideDecks::values; ++card) {
      if (const int left = decks.less(one, card); left >= 0) {
        EXPECT_LE(game.value(won, lost, left, two), value + rounding);
      }
      if (const int left = decks.less(two, card); left >= 0) {
        EXPECT_GE(game.value(won, lost, one, left), value - rounding);
      }
    }
  });
}

TEST(OpenGame, TheSeatsShareOneGame) {
  constexpr int size = 2;
  const SideDecks decks(size);
  const OpenGame game(decks, 3, 1);
  float both = 0, ways = 0;
  for (int deck = decks.first(size); deck < decks.first(size + 1); ++deck) {
    const auto weight = static_cast<float>(decks.ways(deck));
    ways += weight;
    both += weight * (game.mean_value(0, 1, 2, deck, size) + game.mean_value(1, 2, 1, deck, size));
  }
  EXPECT_NEAR(both / ways, 1, 1e-5);
}

TEST(OpenGame, DoesNotDependOnCardsThatNobodyHolds) {
  const SideDecks few(1), more(2);
  const OpenGame game(few, 3, 1), wider(more, 3, 1);
  for_each_pair(game, [&](int won, int lost, int one, int two) {
    EXPECT_EQ(game.value(won, lost, one, two), wider.value(won, lost, one, two));
    if (few.size(two) > 0) return;
    for (int total = GamePolicy::decide_from; total < target; ++total)
      for (int theirs = 0; theirs < target; ++theirs) {
        const Situation now{0, won, lost, one, 1, total, theirs, false};
        EXPECT_EQ(game.policy()[now], wider.policy()[now]);
      }
  });
}

// Knowing the decks is an advantage; against a policy that used them there would be nothing to
// gain.
TEST(OpenGame, NobodyWinsMoreAgainstAPolicyThanItsBestResponse) {
  const SideDecks decks(2);
  const OpenGame game(decks, 3, 1);
  const OpenGame by_one(decks, 3, 1, game.policy(), 0), by_two(decks, 3, 1, game.policy(), 1);
  for_each_pair(game, [&](int won, int lost, int one, int two) {
    constexpr float rounding = 1e-6f;
    EXPECT_LE(by_one.value(won, lost, one, two), game.value(won, lost, one, two) + rounding);
    EXPECT_GE(by_two.value(won, lost, one, two), game.value(won, lost, one, two) - rounding);
  });
  EXPECT_LT(by_one.mean_value(2), game.mean_value(2) - 0.0005f);
  EXPECT_GT(by_two.mean_value(2), game.mean_value(2) + 0.0005f);
}

// Without side cards the policy sees everything.
TEST(OpenGame, APolicyThatSeesAllLosesNothing) {
  const SideDecks decks(0);
  const OpenGame game(decks, 3, 1);
  for (const int seat : {0, 1})
    EXPECT_NEAR(OpenGame(decks, 3, 1, game.policy(), seat).value(0, 0, 0, 0),
                game.value(0, 0, 0, 0), 1e-6);
}

// The numbers are equal on any machine and number of threads; they change only with the solver.
TEST(OpenGame, SaysWhatEachChoiceIsWorth) {
  const SideDecks decks(2);
  const OpenGame game(decks, 2, 1);
  for (int seat : {0, 1})
    for (int deck = 0; deck < decks.count(); deck += sanitized ? 25 : 1)
      for (const bool they_stand : {false, true})
        for (int total = 1; total < target; total += 3)
          for (int theirs = they_stand ? 1 : 0; theirs <= (they_stand ? target : target - 1);
               theirs += 4) {
            const Situation now{seat, 1, 0, deck, 1, total, theirs, they_stand};
            const auto worths = game.worths(now, 1);
            ASSERT_FALSE(worths.empty());
            EXPECT_EQ(worths[0].choice, game.policy().of(now));
            for (const auto& [choice, chance] : worths) {
              if (!chance) continue;
              EXPECT_LE(*chance, *worths[0].chance);
              EXPECT_GE(*chance, 0);
              EXPECT_LE(*chance, 1);
            }
          }
  const Situation won{0, 1, 0, 0, 0, 15, 14, true};  // it stands with more, and wins the game
  const auto worths = game.worths(won, 1);
  ASSERT_EQ(worths.size(), 1);
  EXPECT_EQ(worths[0].chance, 1);
}

TEST(OpenGame, IsTheSameToTheLastBit) {
  const SideDecks decks(2);
  for (const int threads : {1, 2, 3})
    EXPECT_EQ(OpenGame(decks, 3, threads).hash(), 0xa4618cfad2a96c2au) << threads;
}

TEST(OpenGame, NeedsNoThreadsButItsOwn) {
  const NoThreads none;
  EXPECT_EQ(OpenGame(SideDecks(2), 3, 3).hash(), 0xa4618cfad2a96c2au);
}

TEST(SideDecks, AreAllThatCanBeHeld) {
  const SideDecks decks(4);
  EXPECT_EQ(decks.count(), 96);
  constexpr std::array of_ten{1, 10, 45, 120, 210};  // C(10, size)
  for (int size = 0; size <= 4; ++size) {
    int ways = 0;
    for (int deck = decks.first(size); deck < decks.first(size + 1); ++deck) {
      EXPECT_EQ(decks.of(decks.counts(deck)), deck);
      EXPECT_EQ(decks.size(deck), size);
      ways += decks.ways(deck);
    }
    EXPECT_EQ(ways, of_ten[static_cast<std::size_t>(size)]);
  }
}

TEST(SideDecks, KeepTheBestOfTooManyCards) {
  const SideDecks decks(4);
  EXPECT_EQ(decks.of({1, 0, 2, 1, 2}), decks.of({1, 0, 1, 1, 1}));
  EXPECT_EQ(decks.of({0, 0, 2, 1, 2}), decks.of({0, 0, 1, 1, 2}));
}

}  // namespace
}  // namespace hilltop::pazaak::open_game_test
