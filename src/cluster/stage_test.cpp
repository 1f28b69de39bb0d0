// Contests are played in stages of shards, and give the digest of this machine alone.

#include "cluster/stage.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <iterator>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <unistd.h>

#include "arena/catalog_venue.hpp"
#include "arena/run.hpp"
#include "cluster/estimate.hpp"
#include "cluster/play_shard.hpp"
#include "cluster/played_elsewhere.hpp"
#include "core/build_for_test.hpp"
#include "core/source_dir_for_test.hpp"

namespace hilltop::cluster {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t games_of_a_pair = sanitized ? 12 : 60;

class Stages : public testing::Test {
 protected:
  Stages() : folder_(fs::path(testing::TempDir()) / ("stages." + std::to_string(getpid()))) {
    fs::remove_all(folder_);
  }
  ~Stages() override { fs::remove_all(folder_); }

  static arena::Contest contest(const char* file, std::uint32_t games) {
    auto contest = arena::read_contest(source_dir() / file, fs::path());
    EXPECT_TRUE(contest.has_value()) << contest.error().text;
    contest->plan.games = std::min(contest->plan.games, games);
    return *std::move(contest);
  }

  // Plans the games that the contest lacks after `stages` of them; a shard of each stage has about
  // one part in `shards` of it.
  arena::ContestReport advance(const arena::Contest& contest, std::size_t shards) {
    PlayedOrders played;
    for (std::size_t i = 1; i <= stages_; ++i) {
      const auto missing = played.add(stage(i), read_plan(stage(i)).value());
      EXPECT_TRUE(missing.has_value()) << missing.error().text;
      if (missing) missing_ = *missing;
    }
    PlayedElsewhere service(played);
    arena::ContestReport report = run_contest(contest, {.service = &service});
    if (report.complete || !missing_.empty()) return report;
    std::vector<EstimatedOrder> orders;
    for (play::GameOrder& order : service.take_missing()) orders.push_back({std::move(order), 1});
    const double seconds = static_cast<double>(orders.size()) / static_cast<double>(shards);
    ++stages_;
    write_stage(stage(stages_), "this", "a test", orders, {seconds, seconds});
    return report;
  }

  fs::path stage(std::size_t number) const { return folder_ / std::to_string(number); }

  // `after`: stops once this many games were played.
  std::expected<ShardReport, Problem> play(
      std::size_t number, std::optional<std::uint64_t> after = std::nullopt) const {
    std::stop_source stop;
    return play_shard({.folder = stage(stages_),
                       .shard = number,
                       .build = "this",
                       .machine = "machine",
                       .stop = stop.get_token(),
                       .progress =
                           [&](std::uint64_t done, std::uint64_t) {
                             if (after && done >= *after) stop.request_stop();
                           }},
                      venue_);
  }

  std::size_t shards() const { return read_plan(stage(stages_)).value().shards.size(); }

  // Plays the contest to its end, the shards of each stage in any order.
  arena::ContestReport finish(const arena::Contest& contest) {
    while (true) {
      arena::ContestReport report = advance(contest, 5);
      if (report.complete) return report;
      for (std::size_t shard = shards(); shard > 0; --shard)
        EXPECT_TRUE(play(shard).value().is_whole);
    }
  }

  fs::path folder_;
  std::size_t stages_ = 0;
  std::vector<std::size_t> missing_;
  play::BotHost host_;
  arena::CatalogVenue venue_{host_, {}};
};

TEST_F(Stages, ThatWereNotPlannedToTheEndLeaveNoOrders) {
  const fs::path orders = stage(1) / "orders";
  fs::create_directories(orders);
  std::ofstream(orders / "9") << "of a plan that was killed";
  advance(contest("contests/koth-pazaak.toml", 4), 2);
  EXPECT_EQ(std::distance(fs::directory_iterator(orders), {}), std::ptrdiff_t(shards()));
}

TEST_F(Stages, GiveTheDigestOfOneMachine) {
  for (const char* file : {"contests/koth-pazaak.toml", "examples/contests/swiss.toml",
                           "contests/pazaak-cup.toml", "examples/contests/everyone.toml"}) {
    SCOPED_TRACE(file);
    stages_ = 0;
    fs::remove_all(folder_);
    const arena::Contest played = contest(file, sanitized ? 6 : 20);
    const arena::ContestReport elsewhere = finish(played);
    const arena::ContestReport here = run_contest(played, {.jobs = 2});
    EXPECT_EQ(elsewhere.digest, here.digest);
    EXPECT_GE(stages_, 1u);
    ASSERT_EQ(elsewhere.rows.size(), here.rows.size());
    for (std::size_t row = 0; row < here.rows.size(); ++row)
      EXPECT_EQ(elsewhere.rows[row].entry, here.rows[row].entry);
  }
}

TEST_F(Stages, TellWhichShardsAreMissing) {
  const arena::Contest played = contest("contests/koth-pazaak.toml", games_of_a_pair);
  advance(played, 4);
  ASSERT_GE(shards(), 3u);
  EXPECT_TRUE(play(2).value().is_whole);
  EXPECT_FALSE(advance(played, 4).complete);
  EXPECT_EQ(std::ranges::count(missing_, 2u), 0);
  EXPECT_EQ(missing_.size(), shards() - 1);
  EXPECT_EQ(stages_, 1u) << "nothing is planned while shards are missing";
}

TEST_F(Stages, AShardIsPlayedOnce) {
  advance(contest("contests/koth-pazaak.toml", games_of_a_pair), 4);
  const ShardReport first = play(1).value(), again = play(1).value();
  EXPECT_EQ(first.played, first.games);
  EXPECT_EQ(again.played, 0u);
  EXPECT_EQ(again.before, first.games);
  EXPECT_TRUE(again.is_whole);
}

TEST_F(Stages, AShardThatWasStoppedGoesOn) {
  const arena::Contest played = contest("contests/koth-pazaak.toml", games_of_a_pair);
  advance(played, 1);
  const ShardReport stopped = play(1, 1).value();
  EXPECT_GT(stopped.played, 0u);
  EXPECT_LT(stopped.played, stopped.games);
  EXPECT_FALSE(stopped.is_whole);
  const ShardReport rest = play(1).value();
  EXPECT_EQ(rest.before, stopped.played);
  EXPECT_TRUE(rest.is_whole);
  EXPECT_EQ(finish(played).digest, run_contest(played, {}).digest);
}

TEST_F(Stages, RefuseAShardThatDoesNotExistAndAnotherProgram) {
  advance(contest("contests/koth-pazaak.toml", games_of_a_pair), 2);
  EXPECT_NE(play(0).error().text.find("has the shards 1 to"), std::string::npos);
  EXPECT_FALSE(play(shards() + 1).has_value());
  const auto other =
      play_shard({.folder = stage(1), .shard = 1, .build = "other", .machine = "m"}, venue_);
  ASSERT_FALSE(other.has_value());
  EXPECT_NE(other.error().text.find("other"), std::string::npos);
}

// Whatever byte of a shard's games is lost or changed: the merge refuses it and names it, and
// playing the shard again mends it.
TEST_F(Stages, RefuseDamagedGames) {
  const arena::Contest played = contest("contests/koth-pazaak.toml", 8);
  advance(played, 1);
  ASSERT_TRUE(play(1).has_value());
  const fs::path file = played_file(stage(1), 1);
  std::ifstream in(file, std::ios::binary);
  const std::string whole{std::istreambuf_iterator(in), {}};
  const StagePlan plan = read_plan(stage(1)).value();
  const auto accepted = [&](const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
    PlayedOrders read;
    const auto missing = read.add(stage(1), plan);
    if (missing) return true;
    EXPECT_NE(missing.error().text.find(file.string()), std::string::npos) << missing.error().text;
    return false;
  };
  EXPECT_TRUE(accepted(whole));
  for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 400) {
    EXPECT_FALSE(accepted(whole.substr(0, at))) << at;
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    EXPECT_FALSE(accepted(changed)) << at;
  }
  EXPECT_FALSE(accepted(whole + "more\n"));
  EXPECT_TRUE(play(1).value().is_whole) << "a damaged file is played again";
  EXPECT_EQ(finish(played).digest, run_contest(played, {}).digest);
}

TEST_F(Stages, RefuseGamesOfAnotherProgramOrAnotherShard) {
  const arena::Contest played = contest("contests/koth-pazaak.toml", games_of_a_pair);
  advance(played, 4);
  for (std::size_t shard = 1; shard <= shards(); ++shard) ASSERT_TRUE(play(shard).has_value());
  StagePlan plan = read_plan(stage(1)).value();
  plan.build = "that";
  const auto of_other = PlayedOrders().add(stage(1), plan);
  ASSERT_FALSE(of_other.has_value());
  EXPECT_NE(of_other.error().text.find("machine has played it with another program"),
            std::string::npos);
  fs::copy_file(played_file(stage(1), 1), played_file(stage(1), 2),
                fs::copy_options::overwrite_existing);
  const auto of_first = PlayedOrders().add(stage(1), read_plan(stage(1)).value());
  ASSERT_FALSE(of_first.has_value());
  EXPECT_NE(of_first.error().text.find("of other orders"), std::string::npos);
}

// Returns orders without players.
std::vector<EstimatedOrder> orders_of(int orders, const std::function<double(int)>& seconds) {
  std::vector<EstimatedOrder> all;
  for (int i = 0; i < orders; ++i) {
    all.push_back({{}, seconds(i)});
    all.back().order.terms = std::make_shared<const play::GameTerms>();
    all.back().order.games = 1;
  }
  return all;
}

TEST_F(Stages, AreOfAboutTheSameTime) {
  const auto orders = orders_of(100, [](int i) { return 1.0 + i % 7; });
  const StagePlan plan = write_stage(stage(1), "this", "a test", orders, {40, 40});
  std::size_t all = 0;
  for (const ShardRow& shard : plan.shards) {
    all += shard.orders;
    EXPECT_NEAR(shard.seconds, 39.8, 7);
  }
  EXPECT_EQ(all, 100u);
}

TEST_F(Stages, EndWithShorterShards) {
  const auto orders = orders_of(900, [](int i) { return 0.1 + 0.1 * (i % 5); });
  const StagePlan plan = write_stage(stage(1), "this", "a test", orders, {30, 4});
  double all = 270;
  for (std::size_t i = 0; i < plan.shards.size(); ++i) {
    EXPECT_LE(plan.shards[i].seconds, 31);
    EXPECT_GE(plan.shards[i].seconds, 3);
    // Each is a quarter of what is left, or a shard of the usual length or of the last one's.
    if (all >= 120)
      EXPECT_GE(plan.shards[i].seconds, 29) << i;
    else if (all > 16)
      EXPECT_NEAR(plan.shards[i].seconds, all / 4, 1) << i;
    else
      EXPECT_LE(plan.shards[i].seconds, 6 + 1) << i;
    all -= plan.shards[i].seconds;
  }
  EXPECT_NEAR(all, 0, 1e-6);
  EXPECT_LE(plan.shards.size(), 17u);
}

TEST_F(Stages, AreEstimatedByPlayingAFewGames) {
  const arena::Contest played = contest("contests/koth-pazaak.toml", 100'000);
  PlayedOrders none;
  PlayedElsewhere service(none);
  run_contest(played, {.service = &service});
  const auto orders = service.take_missing();
  std::set<std::string> names;
  for (const play::GameOrder& order : orders)
    for (const play::Contestant& each : order.contestants) names.insert(each.name);
  std::size_t told = 0;
  const auto all = estimated(orders, venue_, [&](std::size_t done, std::size_t of) {
    EXPECT_EQ(of, names.size());
    told = done;
  });
  EXPECT_EQ(told, names.size());
  ASSERT_EQ(all.size(), orders.size());
  for (const EstimatedOrder& each : all) EXPECT_GT(each.seconds, 0);
}

}  // namespace
}  // namespace hilltop::cluster
