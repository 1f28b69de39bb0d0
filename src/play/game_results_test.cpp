#include "play/game_results.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace hilltop::play::game_results_test {
namespace {

std::vector<std::uint8_t> bytes_of(const std::vector<GameResult>& games) {
  std::vector<std::uint8_t> bytes;
  for (const GameResult& game : games) {
    for (const int points : game.points) put_points(bytes, points);
    put_number(bytes, game.decisions);
    put_number(bytes, game.left);
  }
  return bytes;
}

const std::vector<GameResult> games{
    {{3, 0}, 41, 0},
    {{-1, 64}, 127, 1},
    {{std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}, 128, 2},
    {{0, 0}, std::numeric_limits<std::uint64_t>::max(), std::numeric_limits<std::uint64_t>::max()},
};

TEST(GameResults, ComeOutAsTheyWentIn) {
  EXPECT_EQ(game_results(bytes_of(games), 2, 100), games);
  EXPECT_EQ(game_results({}, 2, 100), std::vector<GameResult>{});
}

TEST(GameResults, AreNoMoreThanWasAskedFor) {
  EXPECT_EQ(game_results(bytes_of(games), 2, 1), std::vector{games[0]});
}

TEST(GameResults, KnowWhoIsOnTop) {
  EXPECT_EQ(on_top({{3, 1, 3}, 9, 0}), 0b101);
  EXPECT_EQ(on_top({{3, -1, 3}, 9, 0b101}), 0b010);
  EXPECT_EQ(on_top({{3, 1}, 9, 0b11}), 0);
}

TEST(GameResults, EndWhereTheBytesDo) {
  std::vector<std::uint8_t> bytes = bytes_of({games[0], games[1]});
  const std::size_t first = bytes_of({games[0]}).size();
  for (; bytes.size() > first; bytes.pop_back())
    EXPECT_EQ(game_results(bytes, 2, 100).size(), bytes == bytes_of({games[0], games[1]}) ? 2 : 1);
  EXPECT_EQ(game_results(std::vector<std::uint8_t>(40, 0xff), 2, 100).size(), 0);
}

}  // namespace
}  // namespace hilltop::play::game_results_test
