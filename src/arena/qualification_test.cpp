// Games against house bots; processes are tested in tests/e2e/check_test.py.
#include "arena/qualification.hpp"

#include <gtest/gtest.h>

#include "arena/any_game_of.hpp"
#include "games/pazaak/game.hpp"
#include "play/threads.hpp"

namespace hilltop::arena::qualification_test {
namespace {

using std::chrono::nanoseconds;

// House bots: an honest one, one that never makes a legal move, and one that does not qualify
// others. It has no parts for people and processes, which take long to compile.
struct Pazaak {
  using Rules = pazaak::Rules;
  using Text = pazaak::Text;
  using Log = pazaak::Log;
  static constexpr const GameInfo& info = pazaak::Module::info;
  struct Cheat final : Bot<Rules> {
    Rules::Move choose(const Rules::View&) override { return Rules::Move::play(9); }
  };
  static std::span<const HouseBot<Rules>> house_bots() {
    static const std::vector<HouseBot<Rules>> bots{
        pazaak::Module::house_bots().front(),
        {"cheat", "Cheat", "",
         []() -> std::unique_ptr<Bot<Rules>> { return std::make_unique<Cheat>(); }},
        {"absent", "Absent", "",
         []() -> std::unique_ptr<Bot<Rules>> { throw std::logic_error("was seated"); },
         /*qualifies=*/false}};
    return bots;
  }
};

const GameModule game = game_module<Pazaak>();
const play::Conditions strict{.faults = {play::Sanction::disqualify, play::Sanction::disqualify}},
    lenient{.faults = {play::Sanction::substitute, play::Sanction::disqualify}};

QualificationReport examined(const std::string& bot, std::uint32_t games, std::size_t faults_max,
                             const play::Conditions& conditions = strict,
                             const std::string& name = "it") {
  const auto any_game = game.under("koth", {}).value();
  const play::Entrant entrant{name, name, play::HousePlayer{bot}};
  const play::HomeVenue venue(*any_game, conditions, {});
  play::Threads threads(1, venue);
  const Qualification asked{.bot = entrant,
                            .game = game,
                            .terms = play::terms_of(*any_game, conditions),
                            .seed = 5,
                            .games = games,
                            .faults_max = faults_max};
  QualificationReport found;
  std::uint32_t arrived = 0;
  qualify(
      threads, {&asked, 1}, [&](std::uint32_t more) { arrived += more; },
      [&](std::size_t, QualificationReport report) { found = std::move(report); });
  std::int64_t played = 0;
  for (const auto& leg : found.legs) played += leg.tally.games;
  EXPECT_EQ(arrived, played);
  return found;
}

TEST(QualificationReport, SharesTheGamesAmongTheHouseBots) {
  const QualificationReport found = examined("bold", 7, 1, lenient);
  ASSERT_EQ(found.legs.size(), 2u);
  EXPECT_EQ(found.legs[0].against, "bold");
  EXPECT_EQ(found.legs[0].tally.games, 4);
  EXPECT_EQ(found.legs[1].against, "cheat");
  EXPECT_EQ(found.legs[1].tally.games, 3);
  EXPECT_TRUE(found.passed());
  EXPECT_EQ(examined("bold", 1, 1).legs.size(), 1u);
}

TEST(QualificationReport, HouseBotsFaultsAreNotTheBots) {
  const QualificationReport found = examined("bold", 8, 1);
  EXPECT_TRUE(found.passed());
  EXPECT_EQ(found.legs.at(1).tally.games, 4);
  EXPECT_EQ(found.legs.at(1).tally.won, 4);
}

TEST(QualificationReport, EndsWithTheLastFaultThatItWaitsFor) {
  for (const std::size_t most : {1u, 3u}) {
    const QualificationReport found = examined("cheat", 20, most);
    EXPECT_FALSE(found.passed());
    ASSERT_EQ(found.faults.size(), most);
    ASSERT_EQ(found.legs.size(), 1u);
    EXPECT_EQ(found.legs[0].tally.games, static_cast<std::int64_t>(most));
    for (std::uint32_t i = 0; i < most; ++i) {
      EXPECT_EQ(found.faults[i].against, "bold");
      EXPECT_EQ(found.faults[i].game, i);
      EXPECT_EQ(found.faults[i].fault.kind, FaultKind::illegal);
    }
  }
}

TEST(QualificationReport, CountsWhatDisqualifiesOnly) {
  EXPECT_TRUE(examined("cheat", 10, 1, lenient).passed());
}

TEST(QualificationReport, TellsABotFromTheHouseBotOfItsName) {
  const QualificationReport found = examined("bold", 2, 1, strict, "bold");
  EXPECT_EQ(found.legs.at(0).against, "bold#2");
}

// A part that had the fault with it would leave the rest of the order without it.
TEST(Threads, ADisqualificationEndsAnOrderThatIsHandedOverInParts) {
  const auto any_game = game.under("koth", {}).value();
  const play::HomeVenue venue(*any_game, strict, {});
  play::Threads threads(1, venue);
  play::GameOrder order{{.games = 20}, play::terms_of(*any_game, strict)};
  order.contestants = {{"a", "", play::HousePlayer{"bold"}}, {"b", "", play::HousePlayer{"cheat"}}};
  order.games_a_part = 1;
  threads.start(0, order);
  play::Answer all = threads.next();
  while (!all.ended) {
    play::Answer more = threads.next();
    all.played.add(std::move(more.played));
    all.ended = more.ended;
  }
  EXPECT_EQ(all.played.result.games, 1u);
  EXPECT_TRUE(all.played.result.disqualified);
}

TEST(KeepSlowest, HasTheSlowestFirst) {
  std::vector<SlowAnswer> slowest;
  for (const int took : {3, 9, 1, 7, 5, 8, 2, 9})
    play::keep_slowest(slowest,
                       SlowAnswer{"bold", static_cast<std::uint32_t>(took), "", nanoseconds(took)});
  std::vector<std::int64_t> kept;
  for (const SlowAnswer& slow : slowest) kept.push_back(slow.took.count());
  EXPECT_EQ(kept, (std::vector<std::int64_t>{9, 9, 8, 7, 5}));
  EXPECT_EQ(slowest[3].game, 7u);
}

TEST(Timing, AddsUp) {
  Timing timing;
  for (const int took : {3, 9, 1}) timing.add(nanoseconds(took));
  EXPECT_EQ(timing.answers, 3u);
  EXPECT_EQ(timing.total, nanoseconds(13));
  EXPECT_EQ(timing.slowest, nanoseconds(9));
}

}  // namespace
}  // namespace hilltop::arena::qualification_test
