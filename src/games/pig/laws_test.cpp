// What every game owes the arena, and golden games.
#include "match/laws.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/build_for_test.hpp"
#include "core/source_dir_for_test.hpp"
#include "games/pig/log.hpp"
#include "games/pig/position_for_test.hpp"
#include "games/pig/text.hpp"
#include "games/pig/wire.hpp"
#include "match/golden.hpp"

namespace hilltop::pig::laws_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };

TEST(Laws, HoldForEveryTable) {
  for (int seats = seat_range.fewest; seats <= seat_range.most; ++seats)
    for (std::uint64_t seed = 0; seed < (sanitized ? 4 : 20); ++seed)
      check_laws<Rules, Text>(rules_to(target_default), seats, seed, expect);
}

TEST(Laws, AViewIsReadAsItIsWritten) {
  for (int seats = seat_range.fewest; seats <= seat_range.most; ++seats)
    for (std::uint64_t seed = 0; seed < (sanitized ? 4 : 20); ++seed)
      check_views<Wire, Rules>(rules_to(target_default), seats, seed, expect);
  const std::string good = "seat 0 scores 3,5 turn_total 4 rolls 1 round 2 left -";
  EXPECT_TRUE(Wire::read(rules_to(100), good));
  for (const char* wrong : {"", "seat 0", "seat 2 scores 3,5 turn_total 4 rolls 1 round 2 left -",
                            "seat 0 scores 3 turn_total 4 rolls 1 round 2 left -",
                            "seat 0 scores 3,500 turn_total 4 rolls 1 round 2 left -",
                            "seat 0 scores 3,5, turn_total 4 rolls 1 round 2 left -",
                            "seat 0 scores 3,5 turn_total x rolls 1 round 2 left -",
                            "seat 0 scores 3,5 turn_total 4 rolls 1 round 2 left 0",
                            "seat 0 scores 3,5 turn_total 4 rolls 1 round 2 left 7",
                            "seat 0 scores 3,5 turn_total 4 rolls 1 round 2 left - more",
                            "seat 0 score 3,5 turn_total 4 rolls 1 round 2 left -"})
    EXPECT_FALSE(Wire::read(rules_to(100), wrong)) << wrong;
}

TEST(Laws, HoldForEveryTarget) {
  for (const int target : {target_min, 50, target_max})
    for (std::uint64_t seed = 0; seed < (sanitized ? 4 : 20); ++seed)
      check_laws<Rules, Text>(rules_to(target), 3, seed, expect);
}

// A game in which everybody always rolls is the longest there is; it ends (P9).
TEST(Laws, P9_AGameOfThoseWhoNeverHoldEnds) {
  int to_the_limit = 0;
  for (std::uint32_t game = 0; game < 200; ++game) {
    const Rules rules = rules_to(target_max);
    Session<Rules> session(rules, 2, Chance(3, game));
    session.play_through([](Seat, const State& view) { return Rules::substitute(view); });
    to_the_limit += session.state().round == rounds_max;
    EXPECT_TRUE(session.faults().empty());
  }
  EXPECT_GT(to_the_limit, 150);
}

TEST(Laws, P7_TheSubstituteIsPlayedWhereTheContestSaysSo) {
  const Rules rules = rules_to(20);
  for (const Move stubborn : {Move::roll, Move::hold}) {
    Session<Rules> session(rules, 2, Chance(3, 0), OnIllegal::substitute);
    session.play_through([&](Seat, const State&) { return stubborn; });
    EXPECT_FALSE(session.faults().empty());
    EXPECT_EQ(session.retired(), 0u);
  }
}

const auto folder = source_dir() / "src/games/pig/golden";

TEST(Golden, GamesEndAsTheyDid) {
  EXPECT_EQ((check_golden<Rules, Text>(folder, Rules::under, expect)), 4);
}

TEST(Golden, GamesAreToldAsTheyWere) {
  EXPECT_EQ((check_golden_logs<Rules, Text, Log>(folder, Rules::under, expect)), 4);
}

TEST(Golden, MissingPointsAndLogsAreWritten) {
  namespace fs = std::filesystem;
  std::string name = (fs::temp_directory_path() / "hilltop-golden-XXXXXX").string();
  ASSERT_NE(::mkdtemp(name.data()), nullptr);
  const fs::path copy = name;
  fs::copy_file(folder / "standard.game", copy / "standard.game");
  const std::string whole = content(copy / "standard.game");
  const auto put = [&](const std::string& text) {
    std::ofstream(copy / "standard.game", std::ios::binary) << text;
  };
  int wrong = 0;
  const auto count = [&](bool holds, const auto&) { wrong += !holds; };
  const std::size_t points = whole.rfind("points");
  put(whole.substr(0, points));
  check_golden<Rules, Text>(copy, Rules::under, count, /*writes=*/false);
  check_golden_logs<Rules, Text, Log>(copy, Rules::under, count, /*writes=*/false);
  EXPECT_EQ(wrong, 2) << "the points and the log are missing";
  check_golden<Rules, Text>(copy, Rules::under, expect, /*writes=*/true);
  check_golden_logs<Rules, Text, Log>(copy, Rules::under, expect, /*writes=*/true);
  EXPECT_EQ(content(copy / "standard.game"), whole);
  EXPECT_EQ(content(copy / "standard.log"), content(folder / "standard.log"));
  put(whole.substr(0, points) + "points 7 0\n");
  check_golden<Rules, Text>(copy, Rules::under, count, /*writes=*/true);
  EXPECT_EQ(content(copy / "standard.game"), whole.substr(0, points) + "points 7 0\n")
      << "wrong points are an error, and stay";
  EXPECT_GT(wrong, 2);
  fs::remove_all(copy);
}

}  // namespace
}  // namespace hilltop::pig::laws_test
