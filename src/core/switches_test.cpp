#include "core/switches.hpp"

#include <gtest/gtest.h>

namespace hilltop::switches_test {
namespace {

TEST(SwitchReader, ReadsGivenValuesAndDefaults) {
  const Switches given{{"joker", false},
                       {"cards", std::int64_t{5}},
                       {"first", std::string("black")},
                       {"dice", std::vector<std::int64_t>{1, 6}}};
  const std::vector<std::string> colours{"black", "balance"};
  SwitchReader read(given);
  EXPECT_FALSE(read.flag("joker", true));
  EXPECT_EQ(read.whole("cards", 4, 1, 10), 5);
  EXPECT_EQ(read.word("first", "balance", colours), "black");
  EXPECT_EQ(read.numbers("dice", 1, 6), (std::vector{1, 6}));
  EXPECT_EQ(read.whole("other", 3, 1, 10), 3);
  EXPECT_FALSE(read.problem());
}

TEST(SwitchReader, NamesTheFirstThingThatIsWrong) {
  const Switches given{{"cards", std::int64_t{11}}};
  SwitchReader read(given);
  EXPECT_EQ(read.whole("cards", 4, 1, 10), 4);
  EXPECT_EQ(read.problem()->text, "switch 'cards' takes a whole number from 1 to 10");
}

TEST(SwitchReader, AnUnknownSwitchGetsASuggestion) {
  const Switches given{{"side_card", std::int64_t{5}}};
  SwitchReader read(given);
  read.whole("side_cards", 4, 1, 10);
  EXPECT_EQ(read.problem()->text,
            "unknown switch 'side_card' (did you mean 'side_cards'? known: side_cards)");
}

TEST(Suggestion, NearestWord) {
  const std::vector<std::string> known{"bold", "cautious", "nestor"};
  EXPECT_EQ(nearest("nester", known), "nestor");
  EXPECT_EQ(nearest("caut", known), "cautious");
  EXPECT_EQ(nearest("zzzzzz", known), "");
}

}  // namespace
}  // namespace hilltop::switches_test
