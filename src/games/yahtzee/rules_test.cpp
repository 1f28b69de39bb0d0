#include "games/yahtzee/rules.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "games/yahtzee/position_for_test.hpp"
#include "match/session.hpp"

namespace hilltop::yahtzee::rules_test {
namespace {

using enum Category;

Switches dice_switch(std::vector<std::int64_t> dice) { return {{"dice", std::move(dice)}}; }

std::string refused(std::string_view rule_set, const Switches& switches) {
  const auto rules = Rules::under(rule_set, switches);
  return rules ? "" : rules.error().text;
}

TEST(Rules, Y1_Seats) {
  EXPECT_EQ(rules_of("koth").seats(), (SeatRange{1, 64}));
  EXPECT_EQ(rules_of("cab201-basic").seats(), (SeatRange{1, 6}));
  EXPECT_EQ(rules_of("cab201-advanced").seats(), (SeatRange{1, 6}));
  for (int seats = 1; seats <= 64; ++seats)
    EXPECT_EQ(rules_of("koth").start(seats, any_luck).seats, seats);
  for (int seats = 1; seats <= 6; ++seats)
    EXPECT_EQ(rules_of("cab201-basic").start(seats, any_luck).seats, seats);
}

TEST(Rules, Y1_NoTableForMore) {
  EXPECT_THROW(rules_of("cab201-basic").start(7, any_luck), std::logic_error);
  EXPECT_THROW(rules_of("cab201-advanced").start(7, any_luck), std::logic_error);
  EXPECT_THROW(rules_of("koth").start(65, any_luck), std::logic_error);
  EXPECT_THROW(rules_of("koth").start(0, any_luck), std::logic_error);
}

TEST(Rules, EveryListedRuleSetIsKnown) {
  for (const RuleSet& set : rule_sets) EXPECT_EQ(refused(set.name, {}), "");
}

TEST(Rules, WrongRuleSetsAndSwitchesAreNamed) {
  EXPECT_EQ(refused("kot", {}),
            "unknown rule set 'kot' of yahtzee (did you mean 'koth'? known: koth, cab201-basic, "
            "cab201-advanced)");
  EXPECT_EQ(refused("koth", {{"joker_after_zero", std::int64_t{1}}}),
            "switch 'joker_after_zero' takes true or false");
  EXPECT_EQ(refused("koth", {{"jokers", true}}),
            "unknown switch 'jokers' (known: joker_after_zero, dice)");
  EXPECT_EQ(refused("cab201-basic", {{"joker_after_zero", true}}),
            "unknown switch 'joker_after_zero' (known: dice)");
  EXPECT_EQ(refused("koth", dice_switch({1, 7})),
            "switch 'dice' takes a list of numbers, each a whole number from 1 to 6");
  EXPECT_EQ(refused("koth", dice_switch({0})),
            "switch 'dice' takes a list of numbers, each a whole number from 1 to 6");
  EXPECT_EQ(refused("koth", dice_switch({})),
            "switch 'dice' is an empty list: give the numbers, or leave it out to roll by chance");
}

TEST(Rules, Y2_EachRoundEverySeatTakesAWholeTurn) {
  const Rules koth = rules_of("koth");
  Session<Rules> session(koth, 3, any_luck);
  for (int round = 0; round < rounds; ++round)
    for (int seat = 0; seat < 3; ++seat) {
      for (int stage = 0; stage < 2; ++stage) {
        ASSERT_EQ(session.pending(), Seat(seat));
        EXPECT_EQ(session.view(Seat(seat)).round, round);
        EXPECT_EQ(session.view(Seat(seat)).stage, stage);
        ASSERT_EQ(session.play(Seat(seat), Keep{}), "");
      }
      ASSERT_EQ(session.pending(), Seat(seat));
      EXPECT_EQ(session.view(Seat(seat)).stage, 2);
      const auto moves = koth.legal_moves(session.view(Seat(seat)));
      ASSERT_EQ(session.play(Seat(seat), moves.front()), "");
    }
  EXPECT_EQ(session.pending(), std::nullopt);
  EXPECT_EQ(session.decisions(), 3 * rounds * rolls_a_turn);
}

TEST(Rules, Y3_AFirstOrSecondRollMayBeScored) {
  const Rules koth = rules_of("koth");
  for (const int keeps : {0, 1}) {
    State state = koth.start(2, any_luck);
    for (int i = 0; i < keeps; ++i) koth.apply(state, Keep{}, any_luck);
    const int sum = natural_score(chance, state.dice);
    koth.apply(state, Score{chance}, any_luck);
    EXPECT_EQ(state.cards[0].box(chance), sum);
    EXPECT_EQ(koth.turn(state), Seat(1));
    EXPECT_EQ(state.stage, 0);
  }
}

TEST(Rules, Y4_Koth_FreshDiceComeFirstAndKeptOnesInTheOrderListed) {
  const Rules koth = rules_of("koth", dice_switch({1, 2, 3, 4, 5, 6, 6, 2, 1}));
  State state = koth.start(1, any_luck);
  EXPECT_EQ(state.dice, (Dice{1, 2, 3, 4, 5}));
  koth.apply(state, keep({3, 0, 1}), any_luck);
  EXPECT_EQ(state.dice, (Dice{6, 6, 4, 1, 2}));
  koth.apply(state, keep({4, 0, 2}), any_luck);
  EXPECT_EQ(state.dice, (Dice{2, 1, 2, 6, 4}));
}

TEST(Rules, Y4_People_DiceKeepTheirPlaces) {
  for (const std::string_view set : {"cab201-basic", "cab201-advanced"}) {
    const Rules rules = rules_of(set, dice_switch({1, 2, 3, 4, 5, 6, 6, 2, 1}));
    State state = rules.start(1, any_luck);
    rules.apply(state, keep({3, 0, 1}), any_luck);
    EXPECT_EQ(state.dice, (Dice{1, 2, 6, 4, 6}));
    rules.apply(state, keep({4, 0, 2}), any_luck);
    EXPECT_EQ(state.dice, (Dice{1, 2, 6, 1, 6}));
  }
}

TEST(Rules, Y4_AllOrNoneMayBeKept) {
  const Rules koth = rules_of("koth", dice_switch({1, 2, 3, 4, 5, 6, 6, 6, 6, 6}));
  State state = koth.start(1, any_luck);
  koth.apply(state, keep({4, 3, 2, 1, 0}), any_luck);
  EXPECT_EQ(state.dice, (Dice{5, 4, 3, 2, 1}));
  EXPECT_EQ(state.fallen, 5u);
  koth.apply(state, Keep{}, any_luck);
  EXPECT_EQ(state.dice, (Dice{6, 6, 6, 6, 6}));
  EXPECT_EQ(state.fallen, 10u);
}

// Returns the dice of a roll in the order in which the roll takes them.
Dice luck_of(const Chance& luck, int round, int stage, int seat) {
  Draw draw =
      luck.on(static_cast<std::uint32_t>(round * 3 + stage), static_cast<std::uint32_t>(seat));
  Dice dice{};
  for (std::uint8_t& face : dice) face = static_cast<std::uint8_t>(draw.below(6) + 1);
  return dice;
}

TEST(Rules, Y5_OnlyRolledDiceTakeRandomNumbersFromLeftToRight) {
  const Dice first = luck_of(any_luck, 0, 0, 0), second = luck_of(any_luck, 0, 1, 0);
  const Rules koth = rules_of("koth"), people = rules_of("cab201-basic");
  State bots = koth.start(1, any_luck), table = people.start(1, any_luck);
  EXPECT_EQ(bots.dice, first);
  EXPECT_EQ(table.dice, first);
  koth.apply(bots, keep({1, 3}), any_luck);
  EXPECT_EQ(bots.dice, (Dice{second[0], second[1], second[2], first[1], first[3]}));
  people.apply(table, keep({1, 3}), any_luck);
  EXPECT_EQ(table.dice, (Dice{second[0], first[1], second[1], first[3], second[2]}));
}

TEST(Rules, Y5_DiceDependOnlyOnRoundStageAndSeat) {
  const Rules koth = rules_of("koth");
  Session<Rules> session(koth, 2, any_luck);
  Draw pick = Chance(5, 0).on(0);
  while (const auto seat = session.pending()) {
    const View view = session.view(*seat);
    const Dice luck = luck_of(any_luck, view.round, view.stage, index(*seat));
    if (view.stage == 0) {
      EXPECT_EQ(view.dice, luck);
    }
    const auto moves = koth.legal_moves(view);
    ASSERT_EQ(session.play(*seat, moves[pick.below(static_cast<std::uint32_t>(moves.size()))]), "");
  }
}

// In these games a word of the second roll favours a face, and another word takes its place: the
// fourth, the first and the fifth word.
TEST(Rules, Y5_ADieIsRolledAgainWhereFairnessNeedsIt) {
  const Rules rules = rules_of("koth");
  for (const std::uint32_t game : {151'409'687u, 287'642'167u, 571'466'389u}) {
    const Chance luck(1, game);
    std::array<std::uint32_t, dice_rolled> words;
    for (Draw draw = luck.on(1); std::uint32_t& word : words) word = draw.word32();
    ASSERT_TRUE(std::ranges::any_of(words, [](std::uint32_t word) { return word * faces < 4; }));
    for (std::uint8_t kept = 0; kept <= dice_rolled; ++kept) {
      State state = rules.start(1, luck);
      Keep keep;
      for (std::uint8_t die = 0; die < kept; ++die) keep.add(die);
      rules.apply(state, keep, luck);
      Draw draw = luck.on(1);
      for (std::size_t die = 0; die < std::size_t{dice_rolled} - kept; ++die)
        EXPECT_EQ(state.dice[die], draw.below(faces) + 1) << game << ' ' << int{kept};
    }
  }
}

TEST(Rules, Y6_TheListOfDiceServesAllSeats) {
  const Rules koth = rules_of("koth", dice_switch({1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3}));
  State state = koth.start(2, any_luck);
  EXPECT_EQ(state.fallen, 5u);
  koth.apply(state, Score{aces}, any_luck);
  EXPECT_EQ(state.dice, (Dice{2, 2, 2, 2, 2}));
  koth.apply(state, keep({0, 1, 2, 3}), any_luck);
  EXPECT_EQ(state.dice, (Dice{3, 2, 2, 2, 2}));
}

TEST(Rules, Y6_TheListIsTheSameForEveryCopyOfAState) {
  const Rules koth = rules_of("koth", dice_switch({1, 2, 3, 4, 5, 6, 5, 4, 3, 2}));
  State state = koth.start(1, any_luck), twin = state;
  koth.apply(state, Keep{}, any_luck);
  koth.apply(twin, Keep{}, any_luck);
  EXPECT_EQ(state.dice, twin.dice);
}

std::string ran_out(auto&& play) {
  try {
    play();
  } catch (const DiceRanOut& error) {
    return error.what();
  }
  return "it did not run out";
}

TEST(Rules, Y6_AListThatRunsOutSaysWhereAndWhen) {
  const Rules short_list = rules_of("koth", dice_switch({1, 2, 3}));
  EXPECT_EQ(ran_out([&] { short_list.start(1, any_luck); }),
            "the list of dice holds 3 numbers and ran out in round 1, in the turn of player 1");
  const Rules koth = rules_of("koth", dice_switch({1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 1}));
  State state = koth.start(2, any_luck);
  koth.apply(state, Score{aces}, any_luck);
  State next = state;
  EXPECT_EQ(ran_out([&] { koth.apply(next, keep({0, 1, 2}), any_luck); }),
            "the list of dice holds 11 numbers and ran out in round 1, in the turn of player 2");
  next = state;
  EXPECT_EQ(ran_out([&] { koth.apply(next, Score{aces}, any_luck); }),
            "the list of dice holds 11 numbers and ran out in round 2, in the turn of player 1");
  next = state;
  EXPECT_EQ(ran_out([&] { koth.retire(next, Seat(1), any_luck); }),
            "the list of dice holds 11 numbers and ran out in round 2, in the turn of player 1");
  EXPECT_THROW(koth.apply(state, Keep{}, any_luck), std::out_of_range);
}

TEST(Rules, Y6_AListThatIsJustLongEnoughEndsTheGame) {
  const Rules basic =
      rules_of("cab201-basic", dice_switch(std::vector<std::int64_t>(5 * rounds, 6)));
  State state = basic.start(1, any_luck);
  for (const Category category : categories) basic.apply(state, Score{category}, any_luck);
  EXPECT_EQ(basic.turn(state), std::nullopt);
  EXPECT_EQ(basic.points(state)[0], 30 + 30 + 30 + 50 + 30);
}

TEST(Rules, Y20_Koth_TotalsAreSortedAndNobodysCardIsSeen) {
  const Rules koth =
      rules_of("koth", dice_switch({6, 6, 6, 6, 6, 1, 1, 1, 1, 2, 3, 3, 3, 3, 3, 1, 2, 3, 4, 5}));
  State state = koth.start(3, any_luck);
  koth.apply(state, Score{sixes}, any_luck);
  koth.apply(state, Score{chance}, any_luck);
  koth.apply(state, Score{threes}, any_luck);
  for (int seat = 0; seat < 3; ++seat) {
    const View view = koth.view(state, Seat(seat));
    EXPECT_EQ(std::vector<int>(view.totals.begin(), view.totals.end()),
              (std::vector<int>{6, 15, 30}));
    EXPECT_TRUE(view.cards.empty());
    EXPECT_FALSE(view.seat);
    EXPECT_EQ(&view.card, &state.cards[static_cast<std::size_t>(seat)]);
  }
}

TEST(Rules, Y20_People_SeeEveryCard) {
  for (const std::string_view set : {"cab201-basic", "cab201-advanced"}) {
    const Rules rules = rules_of(set);
    State state = rules.start(3, any_luck);
    rules.apply(state, Score{chance}, any_luck);
    const View view = rules.view(state, Seat(1));
    ASSERT_EQ(view.cards.size(), 3u);
    EXPECT_FALSE(view.cards[0].open(chance));
    EXPECT_TRUE(view.cards[1].open(chance));
    EXPECT_EQ(view.seat, Seat(1));
    EXPECT_EQ(view.totals.size(), 3u);
  }
}

TEST(Rules, Y20_TotalsStaySortedThroughEveryGame) {
  for (const RuleSet& set : rule_sets) {
    const Rules rules = rules_of(set.name);
    for (const int seats : {1, 2, 6}) {
      Session<Rules> session(rules, seats, Chance(17, static_cast<std::uint32_t>(seats)));
      Draw pick = Chance(18, 0).on(0);
      while (const auto seat = session.pending()) {
        const auto moves = rules.legal_moves(session.view(*seat));
        ASSERT_EQ(session.play(*seat, moves[pick.below(static_cast<std::uint32_t>(moves.size()))]),
                  "");
        const Points points = session.points();
        std::vector<int> totals(points.begin(), points.end());
        std::ranges::sort(totals);
        ASSERT_TRUE(std::ranges::equal(session.view(Seat(0)).totals, totals));
      }
    }
  }
}

TEST(Rules, Y21_Refusals) {
  for (const RuleSet& set : rule_sets) {
    const Rules rules = rules_of(set.name);
    State state = position(rules, {1, 2, 3, 4, 6}, {{chance, 20}});
    const auto why = [&](const Move& move) {
      return std::string(rules.refusal(rules.view(state, Seat(0)), move));
    };
    EXPECT_EQ(why(keep({0, 1, 0})), "a die is kept once: list each index at most once");
    EXPECT_EQ(why(keep({5})), "no such die: indexes are 0 to 4");
    EXPECT_EQ(why(keep({255})), "no such die: indexes are 0 to 4");
    Keep six = keep({0, 1, 2, 3, 4});
    six.count = 6;
    EXPECT_EQ(why(six), "there are five dice: keep at most five indexes");
    EXPECT_EQ(why(Score{chance}), "that category is filled already: score an open one");
    EXPECT_EQ(why(Score{static_cast<Category>(13)}), "no such category");
    EXPECT_EQ(why(Score{static_cast<Category>(255)}), "no such category");
    EXPECT_EQ(why(Score{yahtzee}), "");
    EXPECT_EQ(why(Keep{}), "");
    EXPECT_EQ(why(keep({4, 3, 2, 1, 0})), "");
    state.stage = 2;
    EXPECT_EQ(why(Keep{}), "no roll is left after the third: score an open category");
    EXPECT_EQ(why(keep({0})), "no roll is left after the third: score an open category");
    EXPECT_EQ(why(Score{yahtzee}), "");
  }
}

// legal_moves() offers exactly the moves that refusal() accepts, among all lists of up to five
// indices 0 to 5 and all categories.
TEST(Rules, Y21_MovesAreTheLegalOnes) {
  std::vector<Keep> lists(1);
  for (std::size_t shorter = 0; shorter < lists.size(); ++shorter)
    for (std::uint8_t die = 0; die <= 5 && lists[shorter].count < 5; ++die) {
      Keep longer = lists[shorter];
      longer.add(die);
      lists.push_back(longer);
    }
  for (const RuleSet& set : rule_sets) {
    const Rules rules = rules_of(set.name);
    for (const int stage : {0, 1, 2}) {
      State state = position(rules, {2, 2, 2, 2, 2}, {{yahtzee, 50}, {twos, 6}});
      state.stage = stage;
      const View view = rules.view(state, Seat(0));
      std::vector<Move> legal;
      for (const Keep& list : lists)
        if (rules.refusal(view, list).empty()) legal.emplace_back(list);
      for (const Category category : categories)
        if (rules.refusal(view, Score{category}).empty()) legal.emplace_back(Score{category});
      const std::vector<Move> moves = rules.legal_moves(view);
      EXPECT_EQ(moves.size(), legal.size());
      EXPECT_TRUE(std::ranges::is_permutation(moves, legal)) << set.name << " stage " << stage;
    }
  }
}

TEST(Rules, Y22_LeavingKeepsTheTotalAndTheNextSeatGoesOn) {
  const Rules koth = rules_of("koth");
  State state = koth.start(3, any_luck);
  for (int seat = 0; seat < 3; ++seat) koth.apply(state, Score{chance}, any_luck);
  const Points before = koth.points(state);
  koth.apply(state, Score{sixes}, any_luck);
  koth.apply(state, Keep{}, any_luck);
  koth.retire(state, Seat(1), any_luck);
  EXPECT_EQ(koth.turn(state), Seat(2));
  EXPECT_EQ(state.stage, 0);
  EXPECT_EQ(state.dice, luck_of(any_luck, 1, 0, 2));
  EXPECT_EQ(koth.points(state)[1], before[1]);
  koth.apply(state, Score{aces}, any_luck);
  EXPECT_EQ(koth.turn(state), Seat(0));
  EXPECT_EQ(state.round, 2);
  koth.apply(state, Score{aces}, any_luck);
  EXPECT_EQ(koth.turn(state), Seat(2));
}

TEST(Rules, Y22_LeavingOutOfTurnDisturbsNobody) {
  const Rules koth = rules_of("koth");
  State state = koth.start(3, any_luck);
  koth.apply(state, Keep{}, any_luck);
  const Dice dice = state.dice;
  koth.retire(state, Seat(1), any_luck);
  EXPECT_EQ(koth.turn(state), Seat(0));
  EXPECT_EQ(state.dice, dice);
  EXPECT_EQ(state.stage, 1);
  koth.apply(state, Score{chance}, any_luck);
  EXPECT_EQ(koth.turn(state), Seat(2));
}

TEST(Rules, Y22_WhenAllHaveLeftItIsOver) {
  const Rules koth = rules_of("koth");
  State state = koth.start(3, any_luck);
  koth.apply(state, Score{chance}, any_luck);
  const Points points = koth.points(state);
  koth.retire(state, Seat(2), any_luck);
  koth.retire(state, Seat(1), any_luck);
  EXPECT_EQ(koth.turn(state), Seat(0));
  koth.retire(state, Seat(0), any_luck);
  EXPECT_EQ(koth.turn(state), std::nullopt);
  EXPECT_EQ(koth.points(state), points);
}

TEST(Rules, Y22_TheLastSeatLeavingInTheLastRoundEndsIt) {
  const Rules koth = rules_of("koth");
  State state = koth.start(2, any_luck);
  state.round = 12;
  koth.apply(state, Score{chance}, any_luck);
  koth.retire(state, Seat(1), any_luck);
  EXPECT_EQ(koth.turn(state), std::nullopt);
}

TEST(Rules, Y23_PointsAreTheTotals) {
  const Rules advanced = rules_of("cab201-advanced");
  State state = position(advanced, {4, 4, 4, 4, 4}, {{yahtzee, 50}, {fours, 16}}, 2);
  EXPECT_EQ(advanced.points(state), (Points{66, 0}));
  advanced.apply(state, Score{large_straight}, any_luck);
  EXPECT_EQ(advanced.points(state), (Points{66 + 40 + 100, 0}));
}

TEST(Figures, TotalBonusesAndBoxesInTheirOrder) {
  const Rules koth = rules_of("koth");
  State state = position(koth, {3, 3, 3, 3, 3},
                         {{sixes, 30}, {fives, 25}, {yahtzee, 50}, {large_straight, 0}}, 2);
  koth.apply(state, Score{threes}, any_luck);
  const std::vector<Figure> list = figures(state, Seat(0));
  ASSERT_EQ(list.size(), 16u);
  const auto is = [&](std::size_t at, std::string_view group, std::string_view name,
                      std::optional<int> value) {
    EXPECT_EQ(list[at].group, group);
    EXPECT_EQ(list[at].name, name);
    EXPECT_EQ(list[at].value, value) << name;
  };
  is(0, "", "total", 30 + 25 + 15 + 35 + 50 + 100);
  is(1, "", "upper_bonus", 35);
  is(2, "", "yahtzee_bonus", 100);
  is(3, "boxes", "aces", std::nullopt);
  is(5, "boxes", "threes", 15);
  is(7, "boxes", "fives", 25);
  is(8, "boxes", "sixes", 30);
  is(9, "boxes", "three_of_a_kind", std::nullopt);
  is(11, "boxes", "full_house", std::nullopt);
  is(13, "boxes", "large_straight", 0);
  is(14, "boxes", "yahtzee", 50);
  is(15, "boxes", "chance", std::nullopt);
  EXPECT_EQ(figures(state, Seat(1))[0].value, 0);
}

}  // namespace
}  // namespace hilltop::yahtzee::rules_test
