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
      if (seats * 2 + 3 > packed_word_bytes_max && most > 63) continue;  // many may be too long
      ASSERT_TRUE(packed) << seats << ' ' << most;
      EXPECT_EQ(packed->games.size(), 5000u);
      EXPECT_EQ(packed->words.size(), (1u << seats) * 5);
      EXPECT_EQ(packed->games.find_first_of("\n\xff"), std::string::npos);
      EXPECT_EQ(unpack_results(*packed, seats), bytes);
    }
  EXPECT_EQ(unpack_results(pack_results({}, 2).value(), 2), Bytes());
}

TEST(PackedResults, HaveRareGamesBehindThoseThatBytesCanName) {
  Bytes bytes, rare;
  for (std::size_t game = 0; game < packed_words_max; ++game)
    put_game(bytes, std::vector{0, 1}, game);
  auto packed = pack_results(bytes, 2);
  ASSERT_TRUE(packed);
  EXPECT_EQ(packed->words.size(), packed_words_max);
  EXPECT_EQ(packed->rare, "");
  EXPECT_EQ(packed->games.find_first_of("\n\xff"), std::string::npos);
  EXPECT_EQ(unpack_results(*packed, 2), bytes);
  // One without a name, one that is longer than a word, and a frequent one behind them.
  put_game(rare, std::vector{0, 1}, packed_words_max);
  put_game(rare, std::vector{1 << 30, 1 << 30}, 1);
  ASSERT_GT(rare.size(), 4 + packed_word_bytes_max);
  bytes.insert(bytes.end(), rare.begin(), rare.end());
  put_game(bytes, std::vector{0, 1}, 0);
  packed = pack_results(bytes, 2);
  ASSERT_TRUE(packed);
  EXPECT_EQ(packed->games.size(), packed_words_max + 3);
  EXPECT_EQ(packed->rare, std::string(rare.begin(), rare.end()));
  EXPECT_EQ(unpack_results(*packed, 2), bytes);
  for (std::size_t cut = 0; cut < rare.size(); ++cut)
    EXPECT_FALSE(unpack_results({packed->words, packed->games, packed->rare.substr(0, cut)}, 2))
        << cut;
  EXPECT_FALSE(unpack_results({packed->words, packed->games, packed->rare + '\1'}, 2));
}

TEST(PackedResults, AreNotMadeOfGamesThatAreMostlyRare) {
  Bytes bytes;
  for (std::size_t game = 0; game < 2 * packed_words_max; ++game)
    put_game(bytes, std::vector{0, 1}, game);
  EXPECT_FALSE(pack_results(bytes, 2));
}

TEST(PackedResults, RefuseWhatIsNotWholeGames) {
  Bytes bytes;
  put_game(bytes, std::vector{3, -3}, 200);
  for (std::size_t cut = 1; cut < bytes.size(); ++cut)
    EXPECT_FALSE(pack_results(std::span(bytes).first(cut), 2)) << cut;
  EXPECT_FALSE(pack_results(Bytes(100, 0xff), 2));
  EXPECT_FALSE(pack_results(Bytes{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0, 0, 0}, 1)) << "too long";
  EXPECT_FALSE(unpack_results({{{1}}, "\2", ""}, 1)) << "no such word";
  EXPECT_FALSE(unpack_results({std::vector<Bytes>(20, {1}), "\n", ""}, 1));
  EXPECT_FALSE(unpack_results({{{}}, "\1", ""}, 1));
  EXPECT_FALSE(unpack_results({{Bytes(9, 1)}, "\1", ""}, 1));
  EXPECT_FALSE(unpack_results({std::vector<Bytes>(packed_words_max + 1, {1}), "", ""}, 1));
}

}  // namespace
}  // namespace hilltop::play::packed_results_test
