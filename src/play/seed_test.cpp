#include "play/seed.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>

namespace hilltop::play::seed_test {
namespace {

constexpr Seed::Secret counted{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

// Computed by another program.
TEST(Seed, KnownAnswers) {
  EXPECT_EQ(Seed(counted).text(), "00041-06105-0r3gg-28a1c-60t3gf");
  EXPECT_EQ(Seed(counted).commitment(),
            "455c68e46cbe2f9f042673c8ef1e6a8dde0787d921557c42dca46ca12de474ab");
  EXPECT_EQ(Seed(7).text(), "7");
}

RC_GTEST_PROP(Seed, IsReadAsItIsWritten, (const Seed::Secret& secret, std::uint64_t number)) {
  RC_ASSERT(Seed::read(Seed(secret).text()).value() == Seed(secret));
  RC_ASSERT(Seed::read(Seed(number).text()).value() == Seed(number));
}

TEST(Seed, IsReadAsPeopleTypeIt) {
  for (const char* typed : {"00041061050r3gg28a1c60t3gf", "OOO41-O61O5-OR3GG-28A1C-6OT3GF",
                            "ooo4i-o6lo5-or3gg-28alc-6ot3gf"})
    EXPECT_EQ(Seed::read(typed), Seed(counted)) << typed;
  EXPECT_EQ(Seed::read("18446744073709551615"), Seed(~std::uint64_t{0}));
}

TEST(Seed, IsNothingElse) {
  for (const char* typed :
       {"", "-", "-1", "1.5", "18446744073709551616", "00041-06105-0r3gg-28a1c-60t3g",
        "00041-06105-0r3gg-28a1c-60t3gf0", "u0041-06105-0r3gg-28a1c-60t3gf",
        "80041-06105-0r3gg-28a1c-60t3gf", "00041 06105 0r3gg 28a1c 60t3gf", "soon"})
    EXPECT_FALSE(Seed::read(typed).has_value()) << typed;
}

TEST(Seed, IsDrawnFromAllOfThem) {
  std::set<std::string> texts, commitments;
  Seed::Secret ones{}, zeros{};
  for (int i = 0; i < 64; ++i) {
    const Seed seed = Seed::drawn();
    ASSERT_TRUE(seed.is_secret());
    texts.insert(seed.text());
    commitments.insert(seed.commitment());
    for (std::size_t byte = 0; byte < ones.size(); ++byte) {
      ones[byte] |= std::get<Seed::Secret>(seed.value())[byte];
      zeros[byte] |= static_cast<std::uint8_t>(~std::get<Seed::Secret>(seed.value())[byte]);
    }
  }
  EXPECT_EQ(texts.size(), 64u);
  EXPECT_EQ(commitments.size(), 64u);
  for (const Seed::Secret& seen : {ones, zeros})  // each of the 128 bits was 0 and was 1
    for (const std::uint8_t byte : seen) EXPECT_EQ(byte, 0xff);
}

}  // namespace
}  // namespace hilltop::play::seed_test
