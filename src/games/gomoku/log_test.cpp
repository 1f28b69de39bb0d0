#include "games/gomoku/log.hpp"

#include <gtest/gtest.h>

#include "games/gomoku/positions.hpp"

namespace hilltop::gomoku::log_test {
namespace {

const std::vector<std::string> names{"kid", "bold"};
const Open opening{{7, 7}, {8, 8}, {7, 9}};

TEST(Log, TellsAGame) {
  Log log(koth, names, no_chance);
  EXPECT_EQ(log.opening(), "Gomoku: kid opens, bold chooses\n");
  EXPECT_EQ(log.played(opener, opening),
            "kid opens with black (7,7), black (8,8) and white (7,9)\n");
  EXPECT_EQ(log.played(chooser, TakeBlack{}), "bold takes black; bold moves first, with black\n");
  EXPECT_EQ(log.played(chooser, Place{{9, 9}}), "0: bold lays black (9,9)\n");
  EXPECT_EQ(log.played(opener, Place{{0, 0}}), "1: kid lays white (0,0)\n");
  log.played(chooser, Place{{10, 10}});
  log.played(opener, Place{{0, 1}});
  EXPECT_EQ(log.played(chooser, Place{{11, 11}}), "4: bold lays black (11,11)\n");
  EXPECT_EQ(log.closing(), "bold wins with black\n");
}

TEST(Log, TellsTheOtherChoices) {
  Log white(koth, names, no_chance);
  white.played(opener, opening);
  EXPECT_EQ(white.played(chooser, TakeWhite{{3, 4}}),
            "bold takes white and lays white (3,4); kid moves first, with black\n");
  Log two(swap2, names, no_chance);
  two.played(opener, opening);
  EXPECT_EQ(two.played(chooser, PlaceTwo{{1, 1}, {2, 2}}),
            "bold lays black (1,1) and white (2,2); the colour is kid's to pick\n");
  EXPECT_EQ(two.played(opener, PickColour{Colour::black}),
            "kid picks black; bold moves first, with white\n");
}

TEST(Log, TellsTheRulesWithoutSwap2) {
  const auto told = [](const Rules& rules) { return Log(rules, names, no_chance).opening(); };
  const std::string begins = "kid has black and bold white; black moves first\n";
  EXPECT_EQ(told(rules_of("freestyle")), "Gomoku: " + begins);
  EXPECT_EQ(told(rules_of("freestyle", 20)), "Gomoku, freestyle on 20 x 20: " + begins);
  EXPECT_EQ(told(rules_of("renju")), "Gomoku, renju on 15 x 15: " + begins);
}

TEST(Log, TellsThatASeatLeft) {
  Log log(koth, names, no_chance);
  EXPECT_EQ(log.retired(opener, "no answer in time"), "kid is out: no answer in time\n");
  EXPECT_EQ(log.closing(), "bold wins\n");
}

}  // namespace
}  // namespace hilltop::gomoku::log_test
