#include "games/gomoku/bots/bots.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <set>
#include <vector>

#include "core/build_for_test.hpp"
#include "games/gomoku/positions.hpp"
#include "match/session.hpp"

namespace hilltop::gomoku::bots_test {
namespace {

using Players = std::array<std::unique_ptr<Bot<Rules>>, 2>;

struct Played {
  Points points;
  std::vector<SeatFault> faults;
};

Played play(const Rules& rules, const Players& bots, std::uint32_t game) {
  for (std::uint64_t seat = 0; seat < 2; ++seat) bots[seat]->begin(Chance(seat + 1, game));
  Session<Rules> session(rules, 2, no_chance);
  session.play_through([&](Seat seat, const State& view) {
    return bots[static_cast<std::size_t>(index(seat))]->choose(view);
  });
  return {session.points(), session.faults()};
}

// Returns a bot's answer in a position that it did not play itself.
Point answer(const std::unique_ptr<Bot<Rules>>& bot, const State& state, std::uint32_t luck = 0) {
  bot->begin(Chance(7, luck));
  return std::get<Place>(bot->choose(state)).point;
}

// Whether two bots meet. Those that search meet themselves and the others, and with sanitizers each
// bot the first one: any pair runs the same code.
bool meet(const HouseBot<Rules>& first, const HouseBot<Rules>& second) {
  if (sanitized) return second.name == house_bots().front().name;
  return first.qualifies || second.qualifies || first.name == second.name;
}

TEST(HouseBots, AreAlwaysLegal) {
  for (const Rules& rules : {koth, swap2})
    for (const auto& first : house_bots())
      for (const auto& second : house_bots()) {
        if (!meet(first, second)) continue;
        const Players bots{first.make(), second.make()};
        // The champion takes a second for some games, and plays more for house_play.
        const std::uint32_t games = !sanitized && first.qualifies && second.qualifies ? 65 : 1;
        for (std::uint32_t game = 0; game < games; ++game)
          ASSERT_TRUE(play(rules, bots, game).faults.empty()) << first.name << ' ' << second.name;
      }
}

// The champion searches few positions here, so that it is each of the bots that differ in their
// number.
TEST(HouseBots, AreAlwaysLegalWithoutSwap2) {
  const auto is_counted = [](const auto& bot) { return bot.qualifies || bot.name == "champion"; };
  for (const auto& [name, size] : rule_sets_without_swap2())
    for (const auto& first : house_bots())
      for (const auto& second : house_bots()) {
        if (!meet(first, second) || !is_counted(first) || !is_counted(second)) continue;
        const Rules rules = rules_of(name, size);
        const Players bots{first.qualifies ? first.make() : make_champion(300),
                           second.qualifies ? second.make() : make_champion(300)};
        const std::uint32_t games = !sanitized && first.qualifies && second.qualifies ? 6 : 1;
        for (std::uint32_t game = 0; game < games; ++game)
          ASSERT_TRUE(play(rules, bots, game).faults.empty())
              << name << ' ' << size << ' ' << first.name << ' ' << second.name;
      }
}

// Bots play with a black stone that is forbidden, and with a row that only five or more wins.
TEST(HouseBots, PlayByTheRowsOfTheRules) {  // G14, G15
  const std::vector<Point> threes{{5, 7}, {6, 7}, {7, 5}, {7, 6}};
  const std::vector<Point> white{{0, 0}, {14, 14}, {0, 14}};
  // Black has a row with a gap that makes six, White four that are open at one end.
  const std::vector<Point> six{{3, 7}, {4, 7}, {5, 7}, {7, 7}, {8, 7}, {0, 0}};
  const std::vector<Point> four{{10, 2}, {11, 2}, {12, 2}, {13, 2}, {0, 14}, {14, 9}};
  for (const auto& bot : house_bots()) {
    if (bot.name == "random") continue;
    SCOPED_TRACE(bot.name);
    EXPECT_NE(answer(bot.make(), standing(threes, white, Colour::black, {15, RowRule::renju})),
              (Point{7, 7}));
    const auto plays = [&](RowRule rows) {
      return answer(bot.make(), standing(six, four, Colour::black, {15, rows}));
    };
    EXPECT_EQ(plays(RowRule::five_or_more), (Point{6, 7})) << "wins";
    for (const RowRule rows : {RowRule::exactly_five, RowRule::renju}) {
      const Point point = plays(rows);
      EXPECT_TRUE((point == Point{9, 2} || point == Point{14, 2})) << "blocks one end of the four";
    }
  }
}

TEST(Champion, BeginsInTheCentreOfItsBoard) {
  for (const int size : board_sizes)
    EXPECT_EQ(answer(make_champion(), rules_of("standard", size).start(2, no_chance)),
              (Point{size / 2, size / 2}));
}

TEST(HouseBots, DependOnlyOnTheViewAndTheirRandomness) {
  for (const auto& house_bot : house_bots()) {
    const auto fresh = house_bot.make(), used = house_bot.make();
    State state = koth.start(2, no_chance);
    used->begin(Chance(1, 1));
    used->choose(state);
    fresh->begin(Chance(2, 3));
    used->begin(Chance(2, 3));
    while (koth.turn(state) && !(sanitized && state.board.stones() > 4)) {
      const Move move = fresh->choose(state);
      fresh->choose(state);
      ASSERT_EQ(used->choose(state), move);
      koth.apply(state, move, no_chance);
    }
  }
}

TEST(Random, PlaysEveryChoiceAndColour) {
  const auto bot = make_random();
  const State choosing = after(koth, {Open{{7, 7}, {8, 8}, {7, 9}}});
  const State picking = after(koth, {Open{{7, 7}, {8, 8}, {7, 9}}, PlaceTwo{{1, 1}, {2, 2}}});
  std::set<std::size_t> choices;
  std::set<Colour> colours;
  for (std::uint32_t game = 0; game < 100; ++game) {
    bot->begin(Chance(1, game));
    choices.insert(bot->choose(choosing).index());
    colours.insert(std::get<PickColour>(bot->choose(picking)).colour);
  }
  EXPECT_EQ(choices.size(), 3u);
  EXPECT_EQ(colours.size(), 2u);
}

TEST(Greedy, BeatsRandom) {
  int won = 0;
  for (std::uint32_t game = 0; game < 200; ++game) {
    const int seat = static_cast<int>(game % 2);
    Players bots{make_random(), make_random()};
    bots[static_cast<std::size_t>(seat)] = make_greedy();
    won += play(game % 4 < 2 ? koth : swap2, bots, game).points[seat];
  }
  EXPECT_GE(won, 190);
}

struct Position {
  const char* what;
  std::vector<Point> mine, theirs;
  std::vector<Point> right;  // any of these is right
};

TEST(Greedy, FindsTheRightPoint) {
  const Position table[] = {
      {"wins with four at the edge", {{0, 0}, {0, 1}, {0, 2}, {0, 3}}, {{9, 9}}, {{0, 4}}},
      {"wins in the gap", {{3, 3}, {4, 4}, {6, 6}, {7, 7}}, {{9, 9}}, {{5, 5}}},
      {"wins rather than blocks",
       {{0, 0}, {0, 1}, {0, 2}, {0, 3}},
       {{5, 5}, {6, 5}, {7, 5}, {8, 5}},
       {{0, 4}}},
      {"blocks a four", {{4, 5}, {0, 0}}, {{5, 5}, {6, 5}, {7, 5}, {8, 5}}, {{9, 5}}},
      {"blocks a four with a gap", {{0, 0}}, {{5, 5}, {6, 6}, {8, 8}, {9, 9}}, {{7, 7}}},
      {"blocks a four rather than makes one of three",
       {{0, 1}, {0, 2}, {0, 3}, {4, 5}},
       {{5, 5}, {6, 5}, {7, 5}, {8, 5}},
       {{9, 5}}},
      {"blocks an open three", {{0, 0}, {13, 2}}, {{7, 5}, {7, 6}, {7, 7}}, {{7, 4}, {7, 8}}},
      {"blocks an open three with a gap",
       {{0, 0}, {13, 2}},
       {{5, 5}, {6, 6}, {8, 8}},
       {{4, 4}, {7, 7}, {9, 9}}},
      {"blocks an open three rather than makes a closed four",
       {{0, 0}, {0, 1}, {0, 2}},
       {{7, 5}, {7, 6}, {7, 7}},
       {{7, 4}, {7, 8}}},
      {"makes an open four rather than blocks an open three",
       {{3, 9}, {4, 9}, {5, 9}},
       {{7, 5}, {7, 6}, {7, 7}},
       {{2, 9}, {6, 9}}},
      {"extends an open two", {{5, 5}, {6, 5}}, {{12, 12}}, {{4, 5}, {7, 5}, {3, 5}, {8, 5}}},
  };
  for (const Position& position : table)
    for (std::uint32_t luck = 0; luck < 10; ++luck) {
      SCOPED_TRACE(position.what);
      const Point black =
          answer(make_greedy(), standing(position.mine, position.theirs, Colour::black), luck);
      EXPECT_TRUE(std::ranges::count(position.right, black)) << black.x << ',' << black.y;
      const Point white =
          answer(make_greedy(), standing(position.theirs, position.mine, Colour::white), luck);
      EXPECT_TRUE(std::ranges::count(position.right, white)) << white.x << ',' << white.y;
    }
}

TEST(Greedy, TakesTheColourThatIsAhead) {
  const auto choice = [](const Open& open) { return make_greedy()->choose(after(koth, {open})); };
  EXPECT_EQ(choice({{7, 7}, {7, 8}, {0, 14}}), Move(TakeBlack{}));
  EXPECT_TRUE(std::holds_alternative<TakeWhite>(choice({{0, 0}, {14, 14}, {7, 7}})));
  const auto pick = [](const PlaceTwo& two) {
    return make_greedy()->choose(after(swap2, {Open{{7, 7}, {0, 0}, {7, 9}}, two}));
  };
  EXPECT_EQ(pick({{14, 14}, {6, 8}}), Move(PickColour{Colour::white}));
}

}  // namespace
}  // namespace hilltop::gomoku::bots_test
