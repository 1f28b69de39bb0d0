// Replays games of house bots: randomness, rules and logs must not change.
#include "match/golden.hpp"

#include <gtest/gtest.h>

#include "core/source_dir_for_test.hpp"
#include "games/yahtzee/log.hpp"
#include "games/yahtzee/rules.hpp"
#include "games/yahtzee/text.hpp"

namespace hilltop::yahtzee::golden_test {
namespace {

const std::filesystem::path folder = source_dir() / "src/games/yahtzee/golden";
const auto expect = [](bool holds, const std::string& what) { EXPECT_TRUE(holds) << what; };

TEST(Golden, GamesEndAsTheyDid) {
  EXPECT_EQ((check_golden<Rules, Text>(folder, Rules::under, expect)), 6);
}

TEST(Golden, GamesAreToldAsTheyWere) {
  EXPECT_EQ((check_golden_logs<Rules, Text, Log>(folder, Rules::under, expect)), 6);
}

}  // namespace
}  // namespace hilltop::yahtzee::golden_test
