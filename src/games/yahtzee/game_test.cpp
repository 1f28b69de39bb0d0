#include "games/yahtzee/game.hpp"

#include <gtest/gtest.h>

namespace hilltop::yahtzee::game_test {
namespace {

TEST(Module, IsTheCardOfTheGame) {
  EXPECT_EQ(Module::info.name, "yahtzee");
  EXPECT_EQ(Module::info.title, "Yahtzee");
  EXPECT_EQ(Module::info.unit.name, "score");
  EXPECT_FALSE(Module::info.unit.adds_up);
  EXPECT_TRUE(Module::info.unit.amounts_count);
  ASSERT_EQ(Module::info.rule_sets.size(), 3u);
  EXPECT_EQ(Module::info.rule_sets[0].name, "koth");
  EXPECT_EQ(Module::house_bots().size(), 6u);
}

}  // namespace
}  // namespace hilltop::yahtzee::game_test
