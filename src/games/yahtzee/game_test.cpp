#include "games/yahtzee/game.hpp"

#include <gtest/gtest.h>

namespace hilltop::yahtzee {
namespace {

TEST(Entry, IsTheCardOfTheGame) {
  EXPECT_EQ(Entry::info.name, "yahtzee");
  EXPECT_EQ(Entry::info.title, "Yahtzee");
  EXPECT_EQ(Entry::info.unit.name, "score");
  EXPECT_FALSE(Entry::info.unit.adds_up);
  ASSERT_EQ(Entry::info.rule_sets.size(), 3u);
  EXPECT_EQ(Entry::info.rule_sets[0].name, "koth");
  EXPECT_EQ(Entry::house_bots().size(), 6u);
}

}  // namespace
}  // namespace hilltop::yahtzee
