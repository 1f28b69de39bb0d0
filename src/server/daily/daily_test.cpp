#include <gtest/gtest.h>

#include "play/keys.hpp"
#include "runner/scratch.hpp"
#include "server/daily/daily_game.hpp"
#include "server/people_store.hpp"

namespace hilltop::server::daily_test {
namespace {

TEST(Day, IsReadAsItIsWritten) {
  EXPECT_EQ(Day::at(0).text(), "1970-01-01");
  EXPECT_EQ(Day::at(86'399).text(), "1970-01-01");
  EXPECT_EQ(Day::at(86'400).text(), "1970-01-02");
  const auto leap = Day::read("2028-02-29");
  ASSERT_TRUE(leap);
  EXPECT_EQ(leap->text(), "2028-02-29");
  EXPECT_EQ(Day::at(leap->begin_s()), *leap);
  EXPECT_EQ(Day::at(leap->end_s() - 1), *leap);
  EXPECT_EQ(Day::at(leap->end_s()).text(), "2028-03-01");
  for (const char* text : {"", "2027-02-29", "2028-2-29", "2028-02-30", "2028-00-01", "2028-13-01",
                           "+028-02-29", "2028-02-2 ", "2028/02/29", "2028-02-291", "today"})
    EXPECT_FALSE(Day::read(text)) << text;
}

TEST(DailyGame, FollowsFromTheKeyTheGameAndTheDay) {
  HostKey key{}, other{};
  other[31] = 1;
  const play::Seed seed = seed_of_day(key, "yahtzee", {20'000});
  EXPECT_EQ(seed_of_day(key, "yahtzee", {20'000}), seed);
  EXPECT_NE(seed_of_day(key, "yahtzee", {20'001}), seed);
  EXPECT_NE(seed_of_day(key, "pazaak", {20'000}), seed);
  EXPECT_NE(seed_of_day(other, "yahtzee", {20'000}), seed);
  EXPECT_TRUE(seed.is_secret());
  for (const DailyGame& daily : daily_games()) {
    const Record record = daily_record(daily, seed, "Ann");
    EXPECT_EQ(record.players[daily.person()].name, "Ann");
    EXPECT_EQ(record.luck_key, daily_record(daily, seed, "").luck_key) << "whatever the name is";
    EXPECT_EQ(record.luck_key, play::luck_key(seed, daily.game, daily.players))
        << "the command's, whatever the bots are called";
  }
}

class StoredTriesTest : public testing::Test {
 protected:
  TryRow row(const std::string& visitor, const std::string& client, Day day) const {
    return {.day = day,
            .game = "yahtzee",
            .visitor = hash_of(visitor),
            .room = visitor + day.text(),
            .client = client};
  }
  PeopleStore open(Keeping keeping) {
    keeping.now_s = [this] { return now_s_; };
    return std::move(PeopleStore::open(folder_.path() / "people.db", std::move(keeping))).value();
  }

  std::int64_t now_s_ = Day::read("2026-11-28")->begin_s();
  runner::Scratch folder_;
};

TEST_F(StoredTriesTest, AreOneForEachBrowserAndSoManyForEachClientAndDay) {
  auto store = open({.tries_max = 3, .tries_of_client_max = 2});
  const Day today = Day::at(now_s_), tomorrow{today.number + 1};
  ASSERT_TRUE(store.begin_try(row("one", "ann", today)));
  TryRow again = row("one", "ann", today);
  again.room = "another";
  EXPECT_EQ(store.begin_try(again)->room, row("one", "ann", today).room);
  EXPECT_FALSE(store.try_in_room("another"));
  EXPECT_TRUE(store.begin_try(row("two", "ann", today)));
  EXPECT_EQ(store.begin_try(row("three", "ann", today)).error(), Full::client);
  EXPECT_TRUE(store.begin_try(row("four", "bob", today)));
  EXPECT_EQ(store.begin_try(row("five", "carl", today)).error(), Full::all);
  EXPECT_TRUE(store.begin_try(row("three", "ann", tomorrow))) << "each day has its own share";
  EXPECT_EQ(store.tries(today, "yahtzee").size(), 3);
}

TEST_F(StoredTriesTest, EndOnceAndAreDeletedWithTheirDay) {
  auto store = open({});
  const Day today = Day::at(now_s_);
  TryRow one = row("one", "ann", today);
  ASSERT_TRUE(store.begin_try(one));
  EXPECT_FALSE(store.try_in_room(one.room)->ended_s);
  one.name = "Ann";
  one.points = 231;
  one.record = "a record";
  store.end_try(one);
  one.points = 300;
  store.end_try(one);
  auto found = store.try_of(today, "yahtzee", hash_of("one"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->points, 231);
  EXPECT_EQ(found->ended_s, now_s_);
  EXPECT_EQ(found->record, "a record");
  store.judge_try(one.room, 17.5);
  store.judge_try(one.room, 20);
  found = store.try_of(today, "yahtzee", hash_of("one"));
  EXPECT_EQ(found->lost, 17.5);
  EXPECT_EQ(found->record, "");
  EXPECT_EQ(store.seed_of_day(today, "yahtzee", "first"), "first");
  EXPECT_EQ(store.seed_of_day(today, "yahtzee", "second"), "first");
  now_s_ += (past_days_max + 1) * 24 * 60 * 60;
  ASSERT_TRUE(store.begin_try(row("two", "ann", Day::at(now_s_))));
  EXPECT_FALSE(store.try_of(today, "yahtzee", hash_of("one")));
}

TEST_F(StoredTriesTest, BrowsersAreKnownFromTheirFirstGameOnUntilOthersMakeThemForgotten) {
  auto store = open({.visitors_max = 3, .visitors_of_client_max = 2});
  const auto knew = [&](const char* visitor) {
    return store.knew_visitor(hash_of(visitor), now_s_);
  };
  store.see_visitor(hash_of("one"), "ann");
  EXPECT_FALSE(knew("one")) << "it was not here before now";
  ++now_s_;
  EXPECT_TRUE(knew("one"));
  store.see_visitor(hash_of("two"), "ann");
  ++now_s_;
  store.see_visitor(hash_of("one"), "ann");
  ++now_s_;
  store.see_visitor(hash_of("three"), "ann");
  ++now_s_;
  EXPECT_FALSE(knew("two")) << "unseen for longest";
  EXPECT_TRUE(knew("one"));
  store.see_visitor(hash_of("four"), "bob");
  ++now_s_;
  store.see_visitor(hash_of("five"), "carl");
  ++now_s_;
  EXPECT_FALSE(knew("one"));
  EXPECT_TRUE(knew("four"));
  now_s_ += (save_days_max + 1) * std::int64_t{24} * 60 * 60;
  store.see_visitor(hash_of("six"), "ann");
  EXPECT_FALSE(knew("five")) << "unseen for a year";
}

}  // namespace
}  // namespace hilltop::server::daily_test
