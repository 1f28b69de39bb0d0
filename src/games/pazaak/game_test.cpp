#include "games/pazaak/game.hpp"

#include <gtest/gtest.h>

namespace hilltop::pazaak::game_test {
namespace {

TEST(Module, IsTheCardOfTheGame) {
  EXPECT_EQ(Module::info.name, "pazaak");
  EXPECT_EQ(Module::info.title, "Simple Pazaak");
  EXPECT_EQ(Module::info.unit.name, "hands");
  EXPECT_TRUE(Module::info.unit.adds_up);
  ASSERT_EQ(Module::info.rule_sets.size(), 1u);
  EXPECT_EQ(Module::info.rule_sets[0].name, "koth");
  EXPECT_EQ(Module::house_bots().size(), 8u);  // the contest's six and the solver's two
}

}  // namespace
}  // namespace hilltop::pazaak::game_test
