// Replays games of house bots: randomness, rules and logs must not change.
#include "match/golden.hpp"

#include <gtest/gtest.h>

#include "core/source_dir_for_test.hpp"
#include "games/pazaak/log.hpp"
#include "games/pazaak/rules.hpp"
#include "games/pazaak/text.hpp"

namespace hilltop::pazaak::golden_test {
namespace {

const std::filesystem::path folder = source_dir() / "src/games/pazaak/golden";
const auto expect = [](bool holds, const std::string& what) { EXPECT_TRUE(holds) << what; };

TEST(Golden, GamesEndAsTheyDid) {
  EXPECT_EQ((check_golden<Rules, Text>(folder, Rules::under, expect)), 5);
}

TEST(Golden, GamesAreToldAsTheyWere) {
  EXPECT_EQ((check_golden_logs<Rules, Text, Log>(folder, Rules::under, expect)), 5);
}

}  // namespace
}  // namespace hilltop::pazaak::golden_test
