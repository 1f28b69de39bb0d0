// Laws that every game must keep, and golden games.
#include "match/laws.hpp"

#include <gtest/gtest.h>

#include "core/source_dir_for_test.hpp"
#include "games/tictactoe/rules.hpp"
#include "games/tictactoe/text.hpp"
#include "games/tictactoe/wire.hpp"
#include "match/golden.hpp"

namespace hilltop::tictactoe::laws_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };

TEST(Laws, Hold) {
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    check_laws<Rules, Text>(Rules{}, 2, seed, expect);
}

TEST(Laws, AViewIsReadAsItIsWritten) {
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    check_views<Wire, Rules>(Rules{}, 2, seed, expect);
  for (const char* wrong : {"", "X", "X ........", "X ..........", "Z .........", "O .........",
                            "X XX.......", "X XXXOO....", "X ....Z....", "- XOXOXOXOX"})
    EXPECT_FALSE(Wire::read(Rules{}, wrong)) << wrong;
}

TEST(Golden, GamesEndAsTheyDid) {
  const auto folder = source_dir() / "src/games/tictactoe/golden";
  EXPECT_EQ((check_golden<Rules, Text>(folder, Rules::under, expect)), 1);
}

}  // namespace
}  // namespace hilltop::tictactoe::laws_test
