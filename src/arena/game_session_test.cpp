#include "arena/game_session.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "arena/catalog.hpp"

namespace hilltop::arena {
namespace {

Record fresh_record(const GameModule& game, const std::string& first, const std::string& second) {
  const std::string rules(game.info->rule_sets[0].name);
  return {.game = std::string(game.info->name),
          .rules = rules,
          .switches = (*game.under(rules, {}))->switches(),
          .luck_key = 17,
          .luck_game = 3,
          .players = {{first, "Ann"}, {second, "Bob"}},
          .steps = {},
          .points = {}};
}

std::unique_ptr<AnyGame> rules_of(const Record& record) {
  return *(*find_game(record.game))->under(record.rules, record.switches);
}

void play_to_the_end(GameSession& game) {
  while (game.pending()) game.ask_bot();
}

TEST(GameSession, IsWrittenDownAtAnyMomentAndTakenUpAgain) {
  for (const GameModule& game : catalog()) {
    if (!game.has_people) continue;
    SCOPED_TRACE(game.info->name);
    const std::string& bot = game.house_bots.front().name;
    const Record begun = fresh_record(game, bot, bot);
    const auto rules = rules_of(begun);
    const auto whole = rules->open(begun);
    play_to_the_end(*whole);
    ASSERT_FALSE(whole->record().points.empty());
    const auto stepped = rules->open(begun);
    std::string account = stepped->take_log();
    while (stepped->pending()) {
      const auto read = read_record(write(stepped->record()), "test");
      ASSERT_TRUE(read.has_value()) << read.error().text;
      ASSERT_TRUE(rules->check(*read).has_value());
      const auto resumed = rules->open(*read);
      EXPECT_EQ(resumed->last_log(), stepped->last_log());
      play_to_the_end(*resumed);
      ASSERT_EQ(resumed->record(), whole->record());
      EXPECT_EQ(resumed->ending(), whole->ending());
      stepped->ask_bot();
      account += stepped->take_log();
    }
    EXPECT_EQ(account, whole->take_log());
  }
}

TEST(GameSession, TakesEachAnswerFromItsOwnSeat) {
  const Record record = fresh_record(**find_game("pazaak"), "human", "human");
  const auto game = rules_of(record)->open(record);
  const Seat ann{0}, bob{1};
  ASSERT_EQ(game->pending(), ann);
  EXPECT_EQ(game->prompt().name, "Ann");
  EXPECT_EQ(game->submit(bob, "end").error().text, "another player is to move");
  EXPECT_FALSE(game->submit(ann, "sing").has_value());
  EXPECT_EQ(game->record().steps.size(), 0);
  EXPECT_TRUE(game->submit(ann, "end").has_value());
  ASSERT_EQ(game->pending(), bob);
  EXPECT_EQ(game->prompt().name, "Bob");
  game->rename(bob, "Bert");
  EXPECT_EQ(game->prompt().name, "Bert");
  EXPECT_TRUE(game->submit(bob, "end").has_value());
  EXPECT_EQ(game->record().steps, (std::vector<Record::Step>{{0, "END"}, {1, "END"}}));
}

TEST(GameSession, GoesOnWithoutAPlayerWhoLeaves) {
  for (const GameModule& game : catalog()) {
    if (!game.has_people) continue;
    SCOPED_TRACE(game.info->name);
    const Record record = fresh_record(game, "human", game.house_bots.front().name);
    const auto rules = rules_of(record);
    const auto session = rules->open(record);
    while (const auto seat = session->pending())
      if (session->is_person(*seat))
        session->forfeit();
      else
        session->ask_bot();
    EXPECT_TRUE(rules->check(session->record()).has_value());
    EXPECT_EQ(session->report().points.size(), 2);
    EXPECT_EQ(std::ranges::count_if(session->record().steps,
                                    [](const Record::Step& step) { return !step.move; }),
              1);
  }
}

}  // namespace
}  // namespace hilltop::arena
