#include "play/keys.hpp"

#include <bit>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>

namespace hilltop::play::keys_test {
namespace {

using Names = std::vector<std::string>;

constexpr std::uint64_t seed = 1;
constexpr Seed::Secret counted{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
constexpr RuleSet no_rules[] = {{"koth", ""}};
constexpr GameInfo pazaak{"pazaak", "", no_rules, {}},
    in_order{"gomoku", "", no_rules, {}, {}, /*deals_follow_one_another=*/true};

TEST(LuckKey, ComesFromSeedGameAndNames) {
  const Names names{"austin", "nestor"};
  const std::uint64_t key = luck_key(seed, "pazaak", names);
  EXPECT_EQ(luck_key(seed, "pazaak", names), key);
  const std::set<std::uint64_t> different{
      key,
      luck_key(seed + 1, "pazaak", names),
      luck_key(seed + (std::uint64_t{1} << 63), "pazaak", names),
      luck_key(Seed(counted), "pazaak", names),
      luck_key(seed, "yahtzee", names),
      luck_key(seed, "pazaak", Names{"austin"}),
      luck_key(seed, "pazaak", Names{"austin", "nestor", "kid"}),
      luck_key(seed, "pazaak", Names{"nestor", "austin"}),
      luck_key(seed, "pazaak", Names{"austi", "nnestor"}),  // names do not run together
      luck_key(seed, "pazaak", Names{"austinnestor"}),
      luck_key(seed, "pazaak", Names{"austinnestor", ""}),
      luck_key(seed, "pazaak", Names{}),
      luck_key(seed, "pazaakaustin", Names{"nestor"}),
  };
  EXPECT_EQ(different.size(), 13u);
}

TEST(CheckSeed, IsTheContestsAndAnother) {
  EXPECT_EQ(check_seed(seed), check_seed(seed));
  EXPECT_NE(check_seed(seed), check_seed(seed + 1));
  EXPECT_NE(check_seed(seed), Seed(seed));
  EXPECT_TRUE(check_seed(Seed(counted)).is_secret());
  EXPECT_NE(check_seed(Seed(counted)), Seed(counted));
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
  RC_ASSERT(FixtureLuck(key).bot_seed(name, game) == value);
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
      ++counts.at(static_cast<std::size_t>(FixtureLuck(key).first_seat(seats)));
    for (const int count : counts) EXPECT_NEAR(count, per_seat, 100) << seats;  // five deviations
  }
}

Entrant entrant(const std::string& name, const std::string& content) {
  return {name, name, HousePlayer{name}, runner::content_hash(content)};
}

// Austin against Nestor, who have these contents.
FixtureLuck met(const Seed& from, const std::string& one = "one", const std::string& two = "two",
                const GameInfo& game = pazaak) {
  const Entrant austin = entrant("austin", one), nestor = entrant("nestor", two);
  const std::vector<const Entrant*> both{&austin, &nestor};
  return {from, game, both};
}

// A pairing's luck is that of its names, as ever, and under a secret also that of its contents.
TEST(FixtureLuck, IsAnotherForABotThatChanged) {
  const Seed secret(counted);
  const std::uint64_t key = met(secret).deal(0).key();
  EXPECT_EQ(met(secret).deal(0).key(), key);
  EXPECT_NE(met(secret, "one", "two!").deal(0).key(), key);
  EXPECT_NE(met(secret, "one!").deal(0).key(), key);
  EXPECT_NE(met(secret, "two", "one").deal(0).key(), key);
  EXPECT_EQ(met(seed).deal(0).key(), met(seed, "other", "bots").deal(0).key());
  EXPECT_EQ(met(seed).deal(0).key(), luck_key(seed, "pazaak", Names{"austin", "nestor"}));
}

TEST(FixtureLuck, KeepsTheKeyOfADealToTheDeal) {
  std::set<std::uint64_t> keys;
  const FixtureLuck secret = met(Seed(counted)), number = met(seed);
  const ChanceKeys nestor = secret.of_bot("nestor"), austin = secret.of_bot("austin");
  for (std::uint32_t deal = 0; deal < 100; ++deal) {
    EXPECT_EQ(secret.deal(deal).game(), deal);
    keys.insert({secret.deal(deal).key(), nestor.key(deal), austin.key(deal)});
    EXPECT_EQ(number.deal(deal).key(), number.deal(0).key());
    EXPECT_EQ(number.of_bot("kid").key(deal), bot_luck_key(number.deal(0).key(), "kid"));
  }
  EXPECT_EQ(keys.size(), 300u);
  const FixtureLuck openings = met(Seed(counted), "one", "two", in_order);
  EXPECT_EQ(openings.deal(5).key(), openings.deal(0).key());
  EXPECT_NE(openings.deal(0).key(), openings.of_bot("nestor").key(0));
}

// What a bot that knows the derivation, the names, the contents and everything that it was handed
// does not know: each of the 128 bits of the seed changes about half of the bits of what comes of
// it, so that none can be left out of a search.
TEST(FixtureLuck, HangsOnAllBitsOfTheSeed) {
  constexpr int bits = 8 * sizeof(Seed::Secret);
  static_assert(bits - 31 >= 64, "also if the bot's own seed told 31 of them");
  const auto changed = [](const Seed::Secret& other, auto&& of) {
    return std::popcount(of(met(Seed(counted))) ^ of(met(Seed(other))));
  };
  for (int bit = 0; bit < bits; ++bit) {
    Seed::Secret other = counted;
    other[static_cast<std::size_t>(bit / 8)] ^= static_cast<std::uint8_t>(1 << bit % 8);
    for (const auto& of : {+[](const FixtureLuck& luck) { return luck.deal(3).key(); },
                           +[](const FixtureLuck& luck) { return luck.of_bot("kid").key(3); }}) {
      EXPECT_GT(changed(other, of), 10) << bit;
      EXPECT_LT(changed(other, of), 54) << bit;
    }
    EXPECT_NE(met(Seed(other)).bot_seed("kid", 3), met(Seed(counted)).bot_seed("kid", 3)) << bit;
  }
}

// Stored results stay valid only as long as these values do. All but the last were computed by
// another program: BLAKE2b-128, numbers as eight bytes and texts after their length, lowest byte
// first; a secret is its key. The keys of deals are SipHash-2-4.
TEST(Keys, KnownAnswers) {
  EXPECT_EQ(luck_key(1, "pazaak", Names{"austin", "nestor"}), 0x2a8f8b4e0c94484u);
  EXPECT_EQ(luck_key(0, "", Names{}), 0x54432e9603bbe90au);
  EXPECT_EQ(bot_luck_key(1, "nestor"), 0x3856c972f8f14a90u);
  EXPECT_EQ(bot_seed(1, "nestor", 0), 1405499182u);
  EXPECT_EQ(bot_seed(1, "nestor", 4'000'000'000), 2068955648u);
  const FixtureLuck luck = met(Seed(counted));
  EXPECT_EQ(luck.deal(0).key(), 0xb7771e1a49f05775u);
  EXPECT_EQ(luck.deal(7).key(), 0x7a1e040969249bc5u);
  EXPECT_EQ(met(Seed(counted), "one", "two", in_order).deal(7).key(), 0xf61b7b41bcd0c224u);
  EXPECT_EQ(luck.of_bot("nestor").key(3), 0x80f6c5edb963d3efu);
  EXPECT_EQ(luck.bot_seed("nestor", 3), 1207686508u);
  EXPECT_EQ(luck_key(Seed(counted), "pazaak", Names{"Ann"}), 0x76c5e3b5a6a24333u);
  EXPECT_EQ(check_seed(Seed(counted)).text(), "6h7wj-y4j4q-tm3ae-czffz-jd8x5j");
  EXPECT_EQ(FixtureLuck(1).first_seat(64), 38);
}

}  // namespace
}  // namespace hilltop::play::keys_test
