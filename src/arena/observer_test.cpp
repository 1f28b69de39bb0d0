#include <gtest/gtest.h>
#include <set>

#include "arena/catalog.hpp"
#include "play/game_results.hpp"
#include "play/played.hpp"

namespace hilltop::arena::observer_test {
namespace {

// In every game an observer gets a table for each part of the log, and play is the same.
TEST(Observer, GetsATableForEachPartOfTheLog) {
  for (const GameModule& game : catalog()) {
    SCOPED_TRACE(game.info->name);
    const auto any_game = *game.under(game.info->rule_sets[0].name, {});
    const std::string& bot = game.house_bots.front().name;
    const play::Entrant a{"a", "Ann", play::HousePlayer{bot}},
        b{"b", "Bob", play::HousePlayer{bot}};
    const std::vector<const play::Entrant*> entrants{&a, &b};
    const play::Batch batch{{.luck = play::FixtureLuck(7), .games = 1}, entrants};
    std::vector<std::string> parts, tables;
    play::Observer observer;
    observer.log = [&](std::string_view text) { parts.emplace_back(text); };
    observer.table = [&](std::string_view text) {
      tables.emplace_back(text);
      EXPECT_EQ(tables.size(), parts.size());
    };
    const tournament::BatchResult seen = any_game->play(batch, {}, &observer);
    EXPECT_EQ(seen.bytes, any_game->play(batch, {}).bytes);
    EXPECT_EQ(tables.size(), parts.size());
    const auto results = play::game_results(seen.bytes, 2, 2);
    ASSERT_EQ(results.size(), 1);
    EXPECT_EQ(tables.size(), results[0].decisions + 2);  // the opening and the closing
    EXPECT_GT(std::set(tables.begin(), tables.end()).size(), results[0].decisions / 2);
  }
}

}  // namespace
}  // namespace hilltop::arena::observer_test
