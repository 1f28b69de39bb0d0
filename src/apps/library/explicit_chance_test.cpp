// Chance events of libhilltop whose outcomes the caller chooses.
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <vector>

#include "apps/library/handle_for_test.hpp"
#include "core/build_for_test.hpp"

namespace hilltop::library::library_test {
namespace {

TEST(ExplicitChance, LetsTheCallerChooseWhatFalls) {
  for (const auto& [game, bot] : of_chance) {
    SCOPED_TRACE(game);
    json settings = settings_of(game, "", bot);
    settings["games"] = 4;
    settings["chance"] = "explicit";
    const Handle handle(settings);
    EXPECT_EQ(handle.about["chance"], "explicit");
    Draw pick = Chance(13, 0).on(0);
    const auto* player = handle.array<std::int32_t>("player");
    const auto* chances = handle.array<double>("chances");
    while (player[0] != -2) {  // in Pig a player decides first
      handle.choose(pick);
      ASSERT_EQ(handle.step(), 0);
    }
    const auto* numbers = handle.array<std::int16_t>("observation");
    EXPECT_EQ(std::count(numbers, numbers + handle.numbers, 0), static_cast<long>(handle.numbers));
    const auto* mask = handle.array<std::uint8_t>("mask");
    EXPECT_EQ(std::count(mask, mask + handle.actions, 1), 0);
    EXPECT_NEAR(std::accumulate(chances, chances + handle.outcomes, 0.), 1, 1e-12);
    EXPECT_EQ(hilltop_games_prompt(handle.games.get(), 0), nullptr);
    EXPECT_EQ(hilltop_games_record(handle.games.get(), 0, 0), nullptr);
    EXPECT_NE(std::string(hilltop_games_error(handle.games.get())).find("here it was chosen"),
              std::string::npos);
    auto* action = handle.array<std::int32_t>("action");
    std::fill_n(action, 4, -1);
    action[0] = static_cast<std::int32_t>(handle.outcomes);
    EXPECT_EQ(handle.step(), -1);
    EXPECT_NE(std::string(hilltop_games_error(handle.games.get())).find("game 0: outcome"),
              std::string::npos);
  }
  const json settings{
      {"game", "pazaak"}, {"chance", "explicit"}, {"players", {{{"name", "a"}}, {{"name", "b"}}}}};
  const Handle pazaak(settings);
  auto* action = pazaak.array<std::int32_t>("action");
  *action = 9;
  EXPECT_EQ(pazaak.step(), -1);
  const std::string why = hilltop_games_error(pazaak.games.get());
  EXPECT_EQ(
      why,
      "game 0: outcome 9 (10) is not possible now; possible: 0 (1), 1 (2), 2 (3), 3 (4), 4 (5)");
  for (const int card : {1, 1, 2, 2, 3, 3, 4, 4, 7}) {  // two side decks, and the first card
    EXPECT_EQ(*pazaak.array<std::int32_t>("player"), -2);
    *action = card - 1;
    ASSERT_EQ(pazaak.step(), 0);
  }
  const int me = *pazaak.array<std::int32_t>("seat");
  EXPECT_EQ(me, 0);
  const std::vector<std::int16_t> seen(pazaak.array<std::int16_t>("observation"),
                                       pazaak.array<std::int16_t>("observation") + 19);
  EXPECT_EQ(seen,
            (std::vector<std::int16_t>{1, 0, 0, 7, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 2, 0, 0, 0}));
}

// The same players get as much from outcomes that are chosen by their chances as from the seed's.
TEST(ExplicitChance, ChancesAreThoseOfTheLuck) {
  for (const auto& [game, bot] : of_chance) {
    SCOPED_TRACE(game);
    std::array<double, 2> mean{}, variance{};  // of sampled and of explicit chance
    for (std::size_t chosen = 0; chosen < 2; ++chosen) {
      json settings = settings_of(game, "", bot);
      settings["games"] = 100;
      settings["autoreset"] = "same_step";
      settings["chance"] = chosen != 0 ? "explicit" : "sampled";
      const Handle handle(settings);
      const auto* over = handle.array<std::uint8_t>("terminated");
      const auto* points = handle.array<std::int32_t>("points");
      Draw pick = Chance(17, 0).on(static_cast<std::uint32_t>(chosen));
      constexpr int games_min = sanitized ? 500 : 5000;
      int ended = 0;
      double sum = 0, squares = 0;
      while (ended < games_min) {
        handle.choose(pick);
        ASSERT_EQ(handle.step(), 0);
        for (std::size_t i = 0; i < handle.count; ++i) {
          if (over[i] == 0) continue;
          const double lead = points[2 * i] - points[2 * i + 1];
          ++ended;
          sum += lead;
          squares += lead * lead;
        }
      }
      mean[chosen] = sum / ended;
      variance[chosen] = (squares / ended - mean[chosen] * mean[chosen]) / ended;
    }
    EXPECT_LT(std::abs(mean[0] - mean[1]), 4 * std::sqrt(variance[0] + variance[1]))
        << mean[0] << ' ' << mean[1];
  }
}

}  // namespace
}  // namespace hilltop::library::library_test
