#include "arena/keys.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>

namespace hilltop::arena::keys_test {
namespace {

using Names = std::vector<std::string>;

constexpr std::uint64_t seed = 1;

TEST(FixtureKey, ComesFromSeedGameAndNames) {
  const Names names{"austin", "nestor"};
  const std::uint64_t key = fixture_key(seed, "pazaak", names);
  EXPECT_EQ(fixture_key(seed, "pazaak", names), key);
  const std::set<std::uint64_t> different{
      key,
      fixture_key(seed + 1, "pazaak", names),
      fixture_key(seed + (std::uint64_t{1} << 63), "pazaak", names),
      fixture_key(seed, "yahtzee", names),
      fixture_key(seed, "pazaak", Names{"austin"}),
      fixture_key(seed, "pazaak", Names{"austin", "nestor", "kid"}),
      fixture_key(seed, "pazaak", Names{"nestor", "austin"}),
      fixture_key(seed, "pazaak", Names{"austi", "nnestor"}),  // names do not run together
      fixture_key(seed, "pazaak", Names{"austinnestor"}),
      fixture_key(seed, "pazaak", Names{"austinnestor", ""}),
      fixture_key(seed, "pazaak", Names{}),
      fixture_key(seed, "pazaakaustin", Names{"nestor"}),
  };
  EXPECT_EQ(different.size(), 12u);
}

TEST(CheckSeed, IsTheContestsAndAnother) {
  EXPECT_EQ(check_seed(seed), check_seed(seed));
  EXPECT_NE(check_seed(seed), check_seed(seed + 1));
  EXPECT_NE(check_seed(seed), seed);
}

TEST(BotLuck, IsAnothersForEachBotAndNotTheGames) {
  EXPECT_EQ(bot_luck_key(7, "kid"), bot_luck_key(7, "kid"));
  EXPECT_NE(bot_luck_key(7, "kid"), bot_luck_key(7, "kit"));
  EXPECT_NE(bot_luck_key(7, "kid"), bot_luck_key(8, "kid"));
  EXPECT_NE(bot_luck_key(7, "kid"), 7u);
}

RC_GTEST_PROP(BotSeed, HasThirtyOneBits,
              (std::uint64_t key, const std::string& name, std::uint32_t game)) {
  const std::uint32_t value = bot_seed(key, name, game);
  RC_ASSERT(value <= 0x7fffffffu);
  RC_ASSERT(bot_seed(key, name, game) == value);
}

TEST(BotSeed, IsAnotherForEachGameAndBot) {
  std::set<std::uint32_t> seeds;
  for (std::uint32_t game = 0; game < 100; ++game)
    for (const char* name : {"a", "b"}) seeds.insert(bot_seed(3, name, game));
  EXPECT_EQ(seeds.size(), 200u);
}

TEST(FirstSeat, EverySeatComesAsOften) {
  for (const int seats : {1, 2, 3, 64}) {
    std::vector<int> counts(static_cast<std::size_t>(seats));
    constexpr int per_seat = 400;
    for (std::uint64_t key = 0; key < static_cast<std::uint64_t>(seats) * per_seat; ++key)
      ++counts.at(static_cast<std::size_t>(first_seat(key, seats)));
    for (const int count : counts) EXPECT_NEAR(count, per_seat, 100) << seats;  // five deviations
  }
}

// Stored results stay valid only as long as these values do. All but the last were computed by
// another program: BLAKE2b-128, numbers as eight bytes and texts after their length, lowest byte
// first.
TEST(Keys, KnownAnswers) {
  EXPECT_EQ(fixture_key(1, "pazaak", Names{"austin", "nestor"}), 0x2a8f8b4e0c94484u);
  EXPECT_EQ(fixture_key(0, "", Names{}), 0x54432e9603bbe90au);
  EXPECT_EQ(bot_luck_key(1, "nestor"), 0x3856c972f8f14a90u);
  EXPECT_EQ(bot_seed(1, "nestor", 0), 1405499182u);
  EXPECT_EQ(bot_seed(1, "nestor", 4'000'000'000), 2068955648u);
  EXPECT_EQ(first_seat(1, 64), 38);
}

}  // namespace
}  // namespace hilltop::arena::keys_test
