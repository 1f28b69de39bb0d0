#include <gtest/gtest.h>

#include "runner/scratch.hpp"
#include "server/people_store.hpp"

namespace hilltop::server::stored_played_test {
namespace {

class StoredPlayedTest : public testing::Test {
 protected:
  PeopleStore open(Keeping keeping) {
    keeping.now_s = [this] { return now_s_; };
    return std::move(PeopleStore::open(folder_.path() / "people.db", std::move(keeping))).value();
  }
  static PlayedRow game(const std::string& room, const std::string& visitor,
                        const std::string& client) {
    return {.room = room,
            .visitor = hash_of(visitor),
            .client = client,
            .told = "{}",
            .record = "a record"};
  }
  static std::vector<std::string> rooms(PeopleStore& store, const std::string& visitor) {
    std::vector<std::string> names;
    for (const PlayedRow& row : store.played(hash_of(visitor))) names.push_back(row.room);
    return names;
  }

  std::int64_t now_s_ = 1'000'000;
  runner::Scratch folder_;
};

using Names = std::vector<std::string>;

TEST_F(StoredPlayedTest, KeepsTheNewestOfEachVisitorOfEachClientAndOfAllForAYear) {
  auto store = open({.played_max = 4, .played_of_client_max = 3, .played_of_visitor_max = 2});
  for (const char* room : {"a", "b", "c"}) store.add_played(game(room, "one", "ann"));
  EXPECT_EQ(rooms(store, "one"), (Names{"b", "c"}));
  store.add_played(game("d", "two", "ann"));
  store.add_played(game("e", "two", "ann"));
  EXPECT_EQ(rooms(store, "one"), (Names{"c"}));
  store.add_played(game("f", "three", "bob"));
  store.add_played(game("g", "three", "bob"));
  EXPECT_EQ(rooms(store, "one"), Names());
  EXPECT_EQ(rooms(store, "two"), (Names{"d", "e"}));
  now_s_ += (save_days_max + 1) * std::int64_t{24} * 60 * 60;
  store.add_played(game("h", "three", "bob"));
  EXPECT_EQ(rooms(store, "two"), Names());
  EXPECT_EQ(rooms(store, "three"), (Names{"h"}));
  store.forget_played(hash_of("three"));
  EXPECT_EQ(rooms(store, "three"), Names());
}

TEST_F(StoredPlayedTest, KeepsWhatWasJudgedOfTheGameThatEndedLast) {
  auto store = open({});
  const PlayedRow first = game("a", "one", "ann");
  store.add_played(first);
  PlayedRow judged = first;
  judged.decisions = 26;
  judged.lost = 31.5;
  store.judge_played(judged);
  PlayedRow found = store.played(hash_of("one")).at(0);
  EXPECT_EQ(found.decisions, 26);
  EXPECT_EQ(found.lost, 31.5);
  EXPECT_EQ(found.record, "");
  PlayedRow again = first;
  again.record = "another end";
  store.add_played(again);
  store.judge_played(judged);  // comes late: it is of the end that was taken back
  found = store.played(hash_of("one")).at(0);
  EXPECT_EQ(found.record, "another end");
  EXPECT_FALSE(found.decisions);
  EXPECT_EQ(store.played(hash_of("one")).size(), 1);
}

}  // namespace
}  // namespace hilltop::server::stored_played_test
