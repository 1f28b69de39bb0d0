#include "games/pazaak/game.hpp"

#include <gtest/gtest.h>

namespace hilltop::pazaak {
namespace {

TEST(Entry, IsTheCardOfTheGame) {
  EXPECT_EQ(Entry::info.name, "pazaak");
  EXPECT_EQ(Entry::info.title, "Simple Pazaak");
  EXPECT_EQ(Entry::info.unit.name, "hands");
  EXPECT_TRUE(Entry::info.unit.adds_up);
  ASSERT_EQ(Entry::info.rule_sets.size(), 1u);
  EXPECT_EQ(Entry::info.rule_sets[0].name, "koth");
  EXPECT_EQ(Entry::house_bots().size(), 8u);  // the six of the board, and two that were solved for
}

}  // namespace
}  // namespace hilltop::pazaak
