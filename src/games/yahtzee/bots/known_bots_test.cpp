#include "games/yahtzee/bots/known_bots.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <span>

#include "core/build_for_test.hpp"
#include "games/yahtzee/bots/dummy.hpp"
#include "games/yahtzee/bots/greedy.hpp"
#include "games/yahtzee/bots/in_order.hpp"
#include "games/yahtzee/position_for_test.hpp"
#include "match/session.hpp"

namespace hilltop::yahtzee::known_bots_test {
namespace {

const Options koth = rules_of("koth").options();

TEST(KnownBots, HaveChancesThatSumToOne) {
  for (const char* name : {"greedy", "in-order", "dummy"}) {
    const BotTurns& turns = known_bot(name, koth)->turns;
    int seen = 0;
    for (const auto& sets : box_sets_by_size())
      for (const BoxSet& boxes : sets) {
        if (sanitized && seen++ % 64 != 0) continue;
        double sum = 0;
        for (const BotTurns::Outcome& end : turns.outcomes(boxes)) sum += end.chance;
        ASSERT_NEAR(sum, boxes.open_boxes() > 0, 1e-12) << name;
      }
  }
  EXPECT_EQ(known_bot("optimal", koth), nullptr);
}

// One roll, in the first box: the number of ones among five dice.
TEST(KnownBots, InOrderScoresWhatFalls) {
  const auto ends = known_bot("in-order", koth)->turns.outcomes({});
  ASSERT_EQ(ends.size(), 6);
  double ways = 1;  // to choose the dice that show one
  for (std::size_t ones = 0; ones < ends.size(); ++ones) {
    EXPECT_EQ(ends[ones].category, Category::aces);
    EXPECT_EQ(ends[ones].points, ones);
    EXPECT_NEAR(ends[ones].chance, ways * std::pow(5, 5. - static_cast<double>(ones)) / 7776,
                1e-12);
    ways = ways * (5 - static_cast<double>(ones)) / (static_cast<double>(ones) + 1);
  }
}

TEST(KnownBots, AreWorthWhatTheyScore) {
  struct Played {
    const char* name;
    std::unique_ptr<Bot<Rules>> bot;
  };
  Played bots[] = {{"greedy", std::make_unique<Greedy>()},
                   {"in-order", std::make_unique<InOrder>()},
                   {"dummy", std::make_unique<Dummy>()}};
  for (const RuleSet& set : std::span(rule_sets).first(sanitized ? 1 : rule_sets.size())) {
    const Rules rules = rules_of(set.name);
    for (const auto& [name, bot] : bots) {
      constexpr std::uint32_t games = sanitized ? 100 : 2000;
      double sum = 0, sum_2 = 0;
      for (std::uint32_t game = 0; game < games; ++game) {
        bot->begin(Chance(6, game));
        Session<Rules> session(rules, 1, Chance(5, game));
        session.play_through([&](Seat, const View& view) { return bot->choose(view); });
        const double total = session.state().cards[0].total();
        sum += total;
        sum_2 += total * total;
      }
      const double mean = sum / games, deviation = std::sqrt(sum_2 / games - mean * mean);
      EXPECT_NEAR(known_bot(name, rules.options())->turns.expectation(), mean,
                  4.5 * deviation / std::sqrt(games))
          << set.name << " " << name;
    }
  }
}

}  // namespace
}  // namespace hilltop::yahtzee::known_bots_test
