#include "games/pig/bots/bots.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "core/build_for_test.hpp"
#include "games/pig/bots/hold_at.hpp"
#include "games/pig/bots/pace.hpp"
#include "games/pig/bots/random.hpp"
#include "games/pig/position_for_test.hpp"

namespace hilltop::pig::bots_test {
namespace {

std::unique_ptr<Bot<Rules>> bot_named(std::string_view name) {
  const auto bots = house_bots();
  return std::ranges::find(bots, name, &HouseBot<Rules>::name)->make();
}

struct Asked {
  int mine, theirs, turn_total;
  Move hold_20, pace;
};

constexpr auto roll = Move::roll, hold = Move::hold;

const Asked asked[] = {
    {0, 0, 0, roll, roll},   {0, 0, 19, roll, roll},  {0, 0, 20, hold, roll},
    {0, 0, 21, hold, hold},  {0, 40, 25, hold, roll}, {0, 40, 26, hold, hold},
    {40, 0, 15, roll, roll}, {40, 0, 16, roll, hold},  // an eighth of 40 below 21
    {0, 4, 21, hold, roll},  {0, 3, 21, hold, hold},   // halves are rounded up,
    {4, 0, 20, hold, roll},  {5, 0, 20, hold, hold},   // those below zero too
    {70, 0, 11, roll, roll}, {70, 0, 12, roll, hold},  // 70 / 8 is 8.75
    {71, 0, 25, hold, roll}, {0, 71, 60, hold, roll},  // the race has ended
    {71, 0, 29, hold, hold}, {95, 0, 5, hold, hold},   // a hold wins
};

TEST(Thresholds, HoldWhereTheySay) {
  HoldAt twenty(20);
  Pace pace;
  for (const auto& [mine, theirs, turn_total, hold_20, keeps_pace] : asked) {
    const State state = position(mine, theirs, turn_total);
    EXPECT_EQ(twenty.choose(state), hold_20) << mine << ' ' << theirs << ' ' << turn_total;
    EXPECT_EQ(pace.choose(state), keeps_pace) << mine << ' ' << theirs << ' ' << turn_total;
  }
}

TEST(LargerTables, TheBestOpponentStillInTheGameCounts) {
  State state = rules_to(100).start(4, any_luck);
  state.scores = {0, 40, 80, 10};
  state.turn_total = 26;
  state.rolls = 5;
  EXPECT_EQ(Pace().choose(state), Move::roll);
  state.left = 1u << 2;
  EXPECT_EQ(Pace().choose(state), Move::hold);
}

TEST(Random, TossesACoin) {
  Random bot;
  int holds = 0;
  for (std::uint32_t game = 0; game < 400; ++game) {
    bot.begin(Chance(1, game));
    EXPECT_EQ(bot.choose(position(0, 0)), Move::roll);
    EXPECT_EQ(bot.choose(position(90, 0, 10)), Move::hold);
    holds += bot.choose(position(0, 0, 10)) == Move::hold;
  }
  EXPECT_NEAR(holds, 200, 45);  // 4.5 deviations
}

TEST(HouseBots, PlayAnyTableWithoutAFault) {
  for (const auto& house : house_bots())
    for (const int target : {target_min, target_max}) {
      const auto bot = house.make();
      for (int seats = seat_range.fewest; seats <= seat_range.most; ++seats) {
        const Chance luck(9, static_cast<std::uint32_t>(seats));
        bot->begin(luck);
        State state = rules_to(target).start(seats, luck);
        while (Rules::turn(state)) {
          const Move move = bot->choose(state);
          ASSERT_EQ(Rules::refusal(state, move), "") << house.name;
          Rules::apply(state, move, luck);
        }
      }
    }
}

TEST(HouseBots, ChooseNothingThatTheRulesRefuse) {
  constexpr int step = sanitized ? 9 : 3;
  for (const auto& house : house_bots())
    for (const int target : {target_min, target_default, target_max})
      for (int mine = 0; mine < target; mine += step)
        for (int theirs = 0; theirs < target; theirs += step)
          for (int total = 0; mine + total < target + faces; total += total < 2 ? 2 : 3) {
            const State state = position(mine, theirs, total, target);
            ASSERT_EQ(Rules::refusal(state, house.make()->choose(state)), "")
                << house.name << ' ' << mine << ' ' << theirs << ' ' << total;
          }
}

// How often one bot wins against another, exactly: as WinTable solves the game, but both play what
// they play. The bots must not have luck of their own.
class Duel {
 public:
  Duel(Bot<Rules>& a, Bot<Rules>& b) : holds_{holds(a), holds(b)} {
    for (auto& each : win_) each.assign(target * target, 0.5);
    for (int sum = 2 * (target - 1); sum >= 0; --sum)
      for (int mine = std::max(0, sum - target + 1); mine <= std::min(sum, target - 1); ++mine)
        solve(mine, sum - mine);
  }

  double first_wins() const { return win_[0][0]; }       // a, if it moves first
  double second_wins() const { return 1 - win_[1][0]; }  // a, if b moves first

 private:
  static constexpr int target = target_default;
  using Table = std::vector<double>;  // over the scores of the mover and the other

  static std::size_t place(int mine, int theirs) {
    return static_cast<std::size_t>(mine * target + theirs);
  }
  static std::size_t place(int mine, int theirs, int total) {
    return place(mine, theirs) * target + static_cast<std::size_t>(total);
  }

  static std::vector<bool> holds(Bot<Rules>& bot) {
    std::vector<bool> holds(target * target * target);
    for (int mine = 0; mine < target; ++mine)
      for (int theirs = 0; theirs < target; ++theirs)
        for (int total = 2; mine + total < target; ++total)
          holds[place(mine, theirs, total)] =
              bot.choose(position(mine, theirs, total)) == Move::hold;
    return holds;
  }

  void solve(int mine, int theirs) {
    double& a = win_[0][place(mine, theirs)];
    double& b = win_[1][place(theirs, mine)];
    for (double before = -1; std::abs(a - before) > 1e-9;) {
      before = a;
      b = turn(1, theirs, mine);
      a = turn(0, mine, theirs);
    }
  }

  double turn(std::size_t who, int mine, int theirs) const {
    const auto lost = [&](int score) { return 1 - win_[1 - who][place(theirs, score)]; };
    std::vector<double> worth(static_cast<std::size_t>(target - mine + faces), 1);
    const auto rolled = [&](int total) {
      double sum = lost(mine);
      for (int die = 2; die <= faces; ++die) sum += worth[static_cast<std::size_t>(total + die)];
      return sum / faces;
    };
    for (int total = target - mine - 1; total > 1; --total)
      worth[static_cast<std::size_t>(total)] =
          holds_[who][place(mine, theirs, total)] ? lost(mine + total) : rolled(total);
    return rolled(0);
  }

  std::array<std::vector<bool>, 2> holds_;
  std::array<Table, 2> win_;
};

struct Known {
  const char *a, *b;
  double first_wins, second_wins;  // a
};

// hold-20 against itself is Neller's own figure (nifty.stanford.edu/2010/neller-pig); the others
// were computed apart, by a program in another language.
const Known duels[] = {
    {"hold-20", "hold-20", 0.5347, 1 - 0.5347}, {"optimal", "optimal", 0.530593, 0.469407},
    {"optimal", "hold-20", 0.571498, 0.508342}, {"optimal", "pace", 0.535053, 0.474167},
    {"pace", "hold-20", 0.577969, 0.513398},
};

TEST(Duel, EndsAsKnown) {
  if (sanitized) GTEST_SKIP() << "the optimized build computes all of them";
  for (const Known& each : duels) {
    const Duel duel(*bot_named(each.a), *bot_named(each.b));
    EXPECT_NEAR(duel.first_wins(), each.first_wins, 0.00005) << each.a << ' ' << each.b;
    EXPECT_NEAR(duel.second_wins(), each.second_wins, 0.00005) << each.a << ' ' << each.b;
  }
}

}  // namespace
}  // namespace hilltop::pig::bots_test
