// What coordinators and workers of a queue compute without a server.

#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "arena/catalog_venue.hpp"
#include "arena/run.hpp"
#include "cluster/packed_folder.hpp"
#include "cluster/played_batch.hpp"
#include "cluster/played_elsewhere.hpp"
#include "cluster/postgresql.hpp"
#include "cluster/recheck.hpp"
#include "cluster/speed.hpp"
#include "core/build_for_test.hpp"
#include "core/source_dir_for_test.hpp"
#include "play/order_text.hpp"
#include "play/threads.hpp"
#include "runner/own_files.hpp"

namespace hilltop::cluster {
namespace {

namespace fs = std::filesystem;
using Played = std::vector<std::pair<std::vector<std::string>, double>>;

TEST(Speed, ComesNearWhatContestantsNeed) {
  const std::map<std::string, double> truth{{"a", 0.001}, {"b", 0.01}, {"c", 1}, {"d", 0.1}};
  Speed speed;
  EXPECT_EQ(speed.seconds(std::vector<std::string>{"a", "b"}, 1), std::nullopt);
  for (int round = 0; round < 50; ++round)
    for (const auto& [one, of_one] : truth)
      for (const auto& [other, of_other] : truth)
        if (one < other)
          speed.learn(Played{{{one, other}, 10}, {{one, other}, 20}}, 30 * (of_one + of_other));
  for (const auto& [one, of_one] : truth)
    for (const auto& [other, of_other] : truth) {
      if (one >= other) continue;
      const double told = speed.seconds(std::vector<std::string>{one, other}, 1).value();
      EXPECT_LT(std::abs(std::log2(told / (of_one + of_other))), 2) << one << other;
    }
}

TEST(RecheckDraw, TakesItsShareOfEachWorker) {
  RecheckDraw draw(0.03), none(0), all(1);
  for (int worker = 1; worker <= 3; ++worker) {
    int drawn = 0;
    for (int batch = 0; batch < 10'000; ++batch) {
      drawn += draw.draws(worker);
      EXPECT_FALSE(none.draws(worker));
      EXPECT_TRUE(all.draws(worker));
    }
    // One in each stretch of 33 or 34.
    EXPECT_GE(drawn, 10'000 / 34);
    EXPECT_LE(drawn, 10'000 / 33 + 1);
  }
}

play::PlayedGames games(std::vector<std::uint8_t> bytes,
                        std::vector<tournament::GameTrace> traces) {
  play::PlayedGames played;
  played.result = tournament::BatchResult::none(10, 2);
  played.result.games = 2;
  played.result.bytes = std::move(bytes);
  played.result.traces = std::move(traces);
  return played;
}

TEST(BatchGames, DifferInTheFirstGameThatDiffers) {
  // Points of two seats, decisions, seats that left.
  const std::vector<std::uint8_t> one{2, 0, 5, 0, 0, 2, 7, 0};
  const BatchGames games_of_one{games(one, {1, 2})};
  EXPECT_FALSE(difference(games_of_one, games_of_one));
  BatchGames slower = games_of_one;
  slower[0].log = "another log";
  slower[0].result.timings.resize(2);
  EXPECT_FALSE(difference(games_of_one, slower)) << "times are no results";
  EXPECT_EQ(difference(games_of_one, {games({2, 0, 5, 0, 2, 0, 7, 0}, {1, 2})})->game, 11u);
  EXPECT_EQ(difference(games_of_one, {games({4, 0, 5, 0, 0, 2, 7, 0}, {1, 2})})->game, 10u);
  EXPECT_EQ(difference(games_of_one, {games(one, {1, 3})})->game, 11u);
  BatchGames late = games_of_one;
  late[0].result.fault_counts.push_back({11, 0, FaultKind::timeout, false, 1});
  const auto found = difference(games_of_one, late);
  EXPECT_EQ(found->game, 11u);
  EXPECT_TRUE(found->may_be_of_machine);
  BatchGames wrong = games_of_one;
  wrong[0].result.fault_counts.push_back({11, 0, FaultKind::illegal, false, 1});
  EXPECT_FALSE(difference(games_of_one, wrong)->may_be_of_machine);
  BatchGames sum = games_of_one;
  sum[0].result.tallies[0].won = 7;
  EXPECT_EQ(difference(games_of_one, sum)->game, 10u);
}

// However a batch is cut while it is played, its answers are those of whole orders.
TEST(BatchGames, AreThoseOfWholeOrders) {
  auto contest = arena::read_contest(source_dir() / "contests/koth-pazaak.toml", fs::path());
  ASSERT_TRUE(contest) << contest.error().text;
  const std::uint32_t games_of_each =
      sanitized ? 100 : 300;  // more than are played at once at first
  contest->plan.games = games_of_each;
  PlayedOrders none;
  PlayedElsewhere service(none);
  run_contest(*contest, {.service = &service});
  std::vector<play::GameOrder> orders = service.take_missing();
  ASSERT_FALSE(orders.empty());
  if (sanitized) orders.erase(orders.begin(), orders.end() - 4);
  for (play::GameOrder& order : orders) order.games = games_of_each, order.mirrored = true;
  std::get<play::HousePlayer>(orders.back().contestants.front().player).remembers = true;
  const play::BotHost host;
  const arena::CatalogVenue venue(host, {});
  std::uint64_t told = 0;
  const auto games = play_batch(orders, venue, {}, [&](std::uint64_t so_far) {
    EXPECT_GE(so_far, told);
    told = so_far;
    return true;
  });
  ASSERT_TRUE(games);
  EXPECT_EQ(told, games_of_each * orders.size());
  play::Threads threads(1, venue);
  for (std::size_t i = 0; i < orders.size(); ++i) {
    threads.start(i, orders[i]);
    EXPECT_EQ(write(play::Answer{i, (*games)[i], true}), write(threads.next())) << i;
  }
  EXPECT_FALSE(play_batch(orders, venue, {}, [](std::uint64_t) { return false; }));
}

TEST(BatchGames, AreAllOfTheirOrders) {
  const std::vector<OrderShape> orders{{10, 2, {"a", "b"}}};
  const std::string text = text_of(BatchGames{games({}, {})});
  EXPECT_TRUE(read_games(text, orders));
  EXPECT_FALSE(read_games("", orders));
  EXPECT_FALSE(read_games(text + '\n' + text, orders));
  EXPECT_FALSE(read_games("{}", orders));
  EXPECT_FALSE(read_games(text, std::vector<OrderShape>{{10, 3, {"a", "b"}}}));
  EXPECT_FALSE(read_games(text, std::vector<OrderShape>{{11, 2, {"a", "b"}}}));
  EXPECT_FALSE(read_games(text, std::vector<OrderShape>{{10, 2, {"a", "b", "c"}}}));
}

TEST(PackedFolder, HasTheContentOfTheBot) {
  const fs::path folder = fs::path(testing::TempDir()) / ("packed." + std::to_string(getpid()));
  fs::remove_all(folder);
  fs::create_directories(folder / "bot" / "empty");
  std::ofstream(folder / "bot" / "run") << std::string("a\0b", 3);
  fs::permissions(folder / "bot" / "run", fs::perms::owner_all);
  fs::create_symlink("run", folder / "bot" / "link");
  const auto content = runner::authors_content(folder / "bot");
  ASSERT_TRUE(content);
  const auto packed = pack_folder(folder / "bot", *content);
  ASSERT_TRUE(packed) << packed.error().text;
  const auto unpacked = unpack_folder(*packed, folder / "copy");
  ASSERT_TRUE(unpacked) << unpacked.error().text;
  EXPECT_EQ(*unpacked, *content);
  EXPECT_FALSE(pack_folder(folder / "bot", {}));
  EXPECT_FALSE(unpack_folder(packed->substr(0, packed->size() / 2), folder / "half"));
  std::string outside = *packed;
  const std::string name = "dnamecrun";  // the key and the name, with their types
  outside.replace(outside.find(name) + name.size() - 3, 3, "../");
  EXPECT_FALSE(unpack_folder(outside, folder / "below" / "copy"));
  fs::remove_all(folder);
}

TEST(PostgresqlAddress, IsToldWithoutItsSecrets) {
  EXPECT_EQ(place_of_database("postgresql://me:secret@db.example/arena"), "db.example/arena");
}

}  // namespace
}  // namespace hilltop::cluster
