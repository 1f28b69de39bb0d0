#include "play/packed_results.hpp"

#include <gtest/gtest.h>
#include <random>

#include "play/game_results.hpp"

namespace hilltop::play::packed_results_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

void put_game(Bytes& bytes, std::span<const int> points, std::uint64_t decisions) {
  for (const int each : points) put_points(bytes, each);
  put_number(bytes, decisions);
  put_number(bytes, 0);
}

TEST(PackedResults, HaveAByteForEachGameAndComeOutAsTheyWentIn) {
  std::mt19937 random(1);
  for (const std::size_t seats : {1u, 2u, 3u, 4u})
    for (const int most : {1, 2, 60, 70}) {
      Bytes bytes;
      std::vector<int> points(seats);
      for (int game = 0; game < 5000; ++game) {
        for (int& each : points) each = static_cast<int>(random() % 2) * most;
        put_game(bytes, points, 126 + random() % 5);
      }
      const auto packed = pack_results(bytes, seats);
      if (seats * 2 + 3 > packed_word_bytes_max && most > 63) continue;  // they may be too long
      ASSERT_TRUE(packed) << seats << ' ' << most;
      EXPECT_EQ(packed->games.size(), 5000u);
      EXPECT_EQ(packed->words.size(), (1u << seats) * 5);
      EXPECT_EQ(packed->games.find_first_of("\n\xff"), std::string::npos);
      EXPECT_EQ(unpack_results(*packed), bytes);
    }
  EXPECT_EQ(unpack_results(pack_results({}, 2).value()), Bytes());
}

TEST(PackedResults, HaveAsManyWordsAsBytesCanName) {
  Bytes bytes;
  for (std::size_t game = 0; game < packed_words_max; ++game)
    put_game(bytes, std::vector{0, 1}, game);
  const auto packed = pack_results(bytes, 2);
  ASSERT_TRUE(packed);
  EXPECT_EQ(packed->games.find_first_of("\n\xff"), std::string::npos);
  EXPECT_EQ(unpack_results(*packed), bytes);
  put_game(bytes, std::vector{0, 1}, packed_words_max);
  EXPECT_FALSE(pack_results(bytes, 2));
}

TEST(PackedResults, RefuseWhatIsNotWholeGames) {
  Bytes bytes;
  put_game(bytes, std::vector{3, -3}, 200);
  for (std::size_t cut = 1; cut < bytes.size(); ++cut)
    EXPECT_FALSE(pack_results(std::span(bytes).first(cut), 2)) << cut;
  EXPECT_FALSE(pack_results(Bytes(100, 0xff), 2));
  EXPECT_FALSE(pack_results(Bytes{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0, 0, 0}, 1)) << "too long";
  EXPECT_FALSE(unpack_results({{{1}}, std::string("\1")})) << "no such word";
  EXPECT_FALSE(unpack_results({std::vector<Bytes>(20, {1}), "\n"}));
  EXPECT_FALSE(unpack_results({{{}}, std::string(1, '\0')}));
  EXPECT_FALSE(unpack_results({{Bytes(9, 1)}, std::string(1, '\0')}));
  EXPECT_FALSE(unpack_results({std::vector<Bytes>(packed_words_max + 1, {1}), ""}));
}

}  // namespace
}  // namespace hilltop::play::packed_results_test
