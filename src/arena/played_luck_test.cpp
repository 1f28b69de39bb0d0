// Luck that is summed while house bots play is that of the records of their games.
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "arena/catalog.hpp"
#include "core/build_for_test.hpp"
#include "play/record_of.hpp"
#include "tournament/batch_result.hpp"

namespace hilltop::arena::played_luck_test {
namespace {

void expect_same_luck(const std::string& game, const std::vector<std::string>& bots,
                      std::uint32_t games) {
  const auto any_game =
      find_game(game).value()->under(find_game(game).value()->default_rules(), {}).value();
  std::vector<play::Entrant> entrants;
  for (const std::string& bot : bots)
    entrants.push_back({bot + std::to_string(entrants.size()), bot, play::HousePlayer{bot}});
  play::Batch batch{{.luck = play::FixtureLuck(3), .games = games}, {}};
  for (const play::Entrant& entrant : entrants) batch.entrants.push_back(&entrant);
  std::vector<LuckOfGame> played(games);
  const auto analyst = any_game->analyst(static_cast<int>(bots.size()));
  analyst->play(batch, {},
                [&](std::uint32_t number, const LuckOfGame& luck) { played[number] = luck; });
  batch.records = true;
  const auto recorded = any_game->play(batch, {});
  ASSERT_EQ(recorded.records.size(), games);
  for (std::uint32_t number = 0; number < games; ++number) {
    const auto record = play::record_of(*any_game, batch, batch.entrants, recorded.records[number]);
    std::vector<std::string> seated;
    for (std::size_t seat = 0; seat < bots.size(); ++seat)
      seated.push_back(bots[(batch.first_player(number) + seat) % bots.size()]);
    const LuckOfGame luck = analyst->luck(record.value(), seated).value();
    ASSERT_EQ(played[number].size(), luck.size());
    double sum = 0;
    for (std::size_t worth = 0; worth < luck.size(); ++worth)
      for (std::size_t seat = 0; seat < bots.size(); ++seat) {
        const SeatLuck &one = played[number][worth][seat], &other = luck[worth][seat];
        EXPECT_NEAR(one.luck, other.luck, 1e-9);
        EXPECT_NEAR(one.choices, other.choices, 1e-9);
        EXPECT_NEAR(one.result(), other.result(), 1e-9);
        sum += std::abs(one.luck);
      }
    EXPECT_GT(sum, 0);
  }
}

TEST(PlayedLuck, IsThatOfRecords) {
  if (sanitized) GTEST_SKIP() << "tables of solved games";
  expect_same_luck("yahtzee", {"greedy", "optimal"}, 40);
  expect_same_luck("yahtzee", {"greedy", "dummy", "greedy"}, 10);
  expect_same_luck("pazaak", {"kid", "nestor"}, 100);
  expect_same_luck("pazaak", {"bold", "cautious"}, 100);
  expect_same_luck("pig", {"pace", "timid"}, 100);
}

}  // namespace
}  // namespace hilltop::arena::played_luck_test
