// Tests a bot that learns from its opponent, with two side cards each, because that is solved at
// once.
#include "games/pazaak/bots/champion.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "core/build_for_test.hpp"
#include "games/pazaak/bots/bots.hpp"
#include "match/session.hpp"

namespace hilltop::pazaak::champion_test {
namespace {

constexpr std::uint32_t games = 4000, answered = 1025;

struct Pairing {
  int won = 0, won_later = 0;  // since it has an answer
  std::vector<int> points;     // per game
};

Pairing pairing(Bot<Rules>& own, std::string_view against) {
  const Rules rules = Rules::under("koth", {{"side_cards", std::int64_t{2}}}).value();
  const auto other = std::ranges::find(house_bots(), against, &HouseBot<Rules>::name)->make();
  Pairing pairing;
  for (std::uint32_t game = 0; game < games; ++game) {
    const Chance luck(6, game);
    Session<Rules> session(rules, 2, luck);
    own.begin(luck);
    other->begin(luck);
    const int seat = static_cast<int>(game % 2);
    session.play_through([&](Seat asked, const Rules::View& view) {
      return index(asked) == seat ? own.choose(view) : other->choose(view);
    });
    EXPECT_TRUE(session.faults().empty());
    const bool won = session.points()[seat] == Rules::hands_to_win;
    pairing.won += won;
    pairing.won_later += won && game >= answered;
    pairing.points.push_back(session.points()[seat]);
  }
  return pairing;
}

TEST(Champion, BeatsBadPlayers) {
  if (sanitized) GTEST_SKIP() << "the optimized build plays thousands of games";
  for (const char* against : {"bold", "cautious"}) {
    SolverBot solver;
    Champion champion;
    const int usual = pairing(solver, against).won_later,
              answer = pairing(champion, against).won_later;
    EXPECT_GT(answer, usual + 30) << against;  // in 3000 games with the same deals
  }
}

TEST(Champion, PlaysLikeTheSolverAgainstTheSolver) {
  SolverBot solver;
  Champion champion;
  EXPECT_EQ(pairing(champion, "solver").points, pairing(solver, "solver").points);
}

TEST(Champion, RemembersNothingButThePairing) {
  Champion one, two;
  EXPECT_EQ(pairing(one, "cautious").points, pairing(two, "cautious").points);
}

}  // namespace
}  // namespace hilltop::pazaak::champion_test
