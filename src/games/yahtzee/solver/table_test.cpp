#include "games/yahtzee/solver/table.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <utility>

#include "core/build_for_test.hpp"
#include "games/yahtzee/position_for_test.hpp"
#include "games/yahtzee/solver/turn.hpp"

namespace hilltop::yahtzee::table_test {
namespace {

using enum Category;

struct Game {
  const char* rule_set;
  Switches switches;
  double expectation;
  std::uint64_t hash;
};

// cab201-basic and cab201-advanced are the published optima: 245.87 and 254.59 (J. Glenn, "An
// optimal strategy for Yahtzee", CS-TR-0002, 2006, section 6), 254.5896 (T. Verhoeff, 1999). The
// hashes show that the tables are bit-equal for all variants of the code.
const std::vector<Game> every_game{
    {"cab201-basic", {}, 245.870775, 0xdabe169536803c09},
    {"cab201-advanced", {}, 254.589609, 0xff2ed8f420277429},
    {"koth", {}, 254.587729, 0x6029d43d53e550e8},
    {"koth", {{"joker_after_zero", false}}, 254.484846, 0xe45dc8f1b6570670},
};

class Tables : public testing::TestWithParam<Game> {
 protected:
  const Rules rules_ = rules_of(GetParam().rule_set, GetParam().switches);
};

INSTANTIATE_TEST_SUITE_P(EveryGame, Tables, testing::ValuesIn(every_game),
                         [](const auto& param) { return "game" + std::to_string(param.index); });

TEST_P(Tables, HaveTheKnownExpectation) {
  EXPECT_NEAR(worth_table(rules_.options()).expectation(), GetParam().expectation, 5e-7);
}

TEST_P(Tables, AreTheSameBitsForAllVectors) {
  EXPECT_EQ(worth_table(rules_.options()).hash(), GetParam().hash);
  if (sanitized &&
      (GetParam().rule_set != std::string_view("koth") || !GetParam().switches.empty()))
    return;
  for (const auto& [vectors, threads] :
       {std::pair(Vectors::baseline, 5), {Vectors::avx2, 2}, {Vectors::avx512, 2}})
    if (runs_here(vectors)) {
      EXPECT_EQ(WorthTable(rules_.options(), threads, vectors).hash(), GetParam().hash)
          << static_cast<int>(vectors);
    }
}

TEST(Table, IsTheSameWithOneThread) {
  if (sanitized) GTEST_SKIP() << "the optimized build makes it";
  const Options options = rules_of("koth").options();
  EXPECT_EQ(WorthTable(options, 1).hash(), worth_table(options).hash());
}

TEST(Table, IsComputedAnewAfterAProgressThatThrew) {
  class Enough {};
  const Options options{Joker::forced, false, false, false};  // those of no other test
  EXPECT_THROW(worth_table(options, [](std::uint64_t, std::uint64_t) { throw Enough(); }), Enough);
  EXPECT_EQ(worth_table(options).hash(), WorthTable(options, 1).hash());
}

// A solver that knows only the rules: it asks Rules for legal moves and their effects, enumerates
// all outcomes of dice, and caches values.
class SlowSolver {
 public:
  explicit SlowSolver(const Rules& rules) : rules_(rules) {}

  // Returns the points to come.
  double worth(const Card& card) {
    const Key key = key_of(card);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    return known_[key] = full(card) ? 0 : turn(card);
  }

 private:
  using Key = std::vector<int>;
  using Worths = std::map<std::vector<int>, double>;  // by dice, lowest first

  static bool full(const Card& card) {
    return std::ranges::none_of(categories, [&](Category box) { return card.open(box); });
  }

  static Key key_of(const Card& card) {
    Key key{std::min(card.upper_score(), upper_bonus_from), card.box(yahtzee)};
    for (const Category category : categories) key.push_back(card.open(category));
    return key;
  }

  double turn(const Card& card) {
    Worths worths;
    each_way(dice_rolled, {}, [&](const std::vector<int>& dice) {
      if (!worths.contains(dice)) worths[dice] = best_box(card, dice);
    });
    for (int rolls = 1; rolls < rolls_a_turn; ++rolls) worths = best_keeps(worths);
    return mean({}, worths);
  }

  double best_box(const Card& card, const std::vector<int>& dice) {
    State state = rules_.start(1, any_luck);
    state.stage = last_stage;
    state.cards[0] = card;
    state.totals[0] = card.total();
    for (std::size_t die = 0; die < dice_rolled; ++die)
      state.dice[die] = static_cast<std::uint8_t>(dice[die]);
    double best = -1;
    for (const Category category : categories) {
      if (!rules_.refusal(rules_.view(state, Seat(0)), Score{category}).empty()) continue;
      State next = state;
      rules_.apply(next, Score{category}, any_luck);
      best = std::max(best, next.cards[0].total() - card.total() + worth(next.cards[0]));
    }
    return best;
  }

  static Worths best_keeps(const Worths& after) {
    Worths kept, best;
    for (const auto& [dice, unused] : after)
      for (unsigned mask = 0; mask < 32; ++mask) {
        std::vector<int> keep;
        for (unsigned die = 0; die < dice_rolled; ++die)
          if (mask >> die & 1) keep.push_back(dice[die]);
        if (!kept.contains(keep)) kept[keep] = mean(keep, after);
        best[dice] = std::max(best[dice], kept[keep]);
      }
    return best;
  }

  static double mean(const std::vector<int>& keep, const Worths& after) {
    double sum = 0;
    int ways = 0;
    each_way(dice_rolled - static_cast<int>(keep.size()), keep, [&](const std::vector<int>& dice) {
      sum += after.at(dice);
      ++ways;
    });
    return sum / ways;
  }

  template <class Visit>
  static void each_way(int fresh, const std::vector<int>& kept, const Visit& visit) {
    if (fresh == 0) {
      std::vector<int> dice = kept;
      std::ranges::sort(dice);
      return visit(dice);
    }
    for (int face = 1; face <= faces; ++face) {
      std::vector<int> more = kept;
      more.push_back(face);
      each_way(fresh - 1, more, visit);
    }
  }

  const Rules& rules_;
  std::map<Key, double> known_;
};

// Returns a card on which every box holds 0 except `filled` and `open`.
Card card_with(const std::vector<Category>& open, const Boxes& filled) {
  Card card;
  for (const auto& [category, score] : filled) card.fill(category, score);
  for (const Category category : categories)
    if (card.open(category) && std::ranges::find(open, category) == open.end())
      card.fill(category, 0);
  return card;
}

struct Reduced {
  std::vector<Category> open;
  Boxes filled;
};

const std::vector<Reduced> reduced_games{
    {{yahtzee}, {}},
    {{chance}, {{yahtzee, 50}}},
    {{sixes}, {{fives, 20}, {fours, 16}, {threes, 12}}},
    {{yahtzee, chance}, {}},
    {{aces, yahtzee}, {{sixes, 30}, {fives, 25}, {fours, 4}, {threes, 3}}},
    {{full_house, large_straight}, {{yahtzee, 50}, {sixes, 18}}},
    {{twos, small_straight}, {{yahtzee, 50}, {sixes, 30}, {fives, 25}}},
    {{threes, four_of_a_kind}, {{yahtzee, 0}, {sixes, 24}, {fives, 20}, {fours, 8}}},
    {{fours, sixes}, {{yahtzee, 50}, {fives, 15}, {threes, 9}}},
    {{aces, twos}, {{yahtzee, 50}, {sixes, 24}, {fives, 15}, {fours, 12}}},
};

TEST_P(Tables, AgreeWithASlowSolver) {
  SlowSolver slow(rules_);
  const std::size_t some = sanitized ? 1 : reduced_games.size();
  // By day each card is solved in every second game.
  const auto game = static_cast<std::size_t>(
      std::ranges::find(every_game, GetParam().hash, &Game::hash) - every_game.begin());
  const std::size_t step = sanitized || is_night() ? 1 : 2;
  for (std::size_t i = game % step; i < some; i += step) {
    const Card card = card_with(reduced_games[i].open, reduced_games[i].filled);
    EXPECT_NEAR(worth_table(rules_.options()).worth(standing_of(card)), slow.worth(card), 1e-10)
        << i;
  }
}

// One box open: Glenn's 2.3014 and 23 1/3 (section 8).
TEST(Table, KnowsTheWorthOfTheLastBox) {
  const WorthTable& table = worth_table(rules_of("cab201-advanced").options());
  EXPECT_NEAR(table.worth(standing_of(card_with({yahtzee}, {}))), 2.3014, 5e-5);
  EXPECT_NEAR(table.worth(standing_of(card_with({chance}, {}))), 70. / 3, 1e-12);
  EXPECT_NEAR(table.worth(standing_of(card_with({aces}, {}))), 5 * (1 - std::pow(5. / 6, 3)),
              1e-12);
}

TEST(Table, CountsTheClassesOfUpperTotals) {
  int classes = 0, lanes = 0;
  for (const UpperClasses& set : upper_table()) {
    classes += set.classes;
    lanes += set.lanes;
  }
  EXPECT_EQ(classes, 1640);
  EXPECT_EQ(lanes, lanes_all);
}

// Turn must give a card the same worth to the last bit: else the bot's choices could differ from
// the table's.
TEST_P(Tables, EqualTheWorthOfOneTurn) {
  const WorthTable& table = worth_table(rules_.options());
  unsigned seen = 0;
  for (std::size_t open = 1; open <= boxes_on_card; ++open)
    for (const BoxSet& boxes : box_sets_by_size()[open]) {
      const UpperClasses& classes = upper_table()[boxes.upper];
      if (++seen % (is_night() ? 7 : 101) != 0) continue;
      const auto c = seen % static_cast<unsigned>(classes.classes);
      const Standing standing{boxes, classes.least[c]};
      ASSERT_EQ(Turn(table, standing).worth(), table.worth(standing)) << seen;
    }
}

}  // namespace
}  // namespace hilltop::yahtzee::table_test
