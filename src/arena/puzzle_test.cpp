#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

#include "arena/puzzle_stock.hpp"
#include "core/build_for_test.hpp"

namespace hilltop::arena {
namespace {

std::vector<const GameModule*> games_with_puzzles() {
  std::vector<const GameModule*> games;
  for (const GameModule& game : catalog())
    if (game.puzzles != nullptr) games.push_back(&game);
  return games;
}

const GameModule& game_of_puzzles(std::string_view name) { return **find_game(name); }

// The solver takes minutes for a whole stock: a sample is looked at, and all of it at night.
std::size_t every_nth() { return is_night() ? 1 : sanitized ? 100 : 20; }

TEST(PuzzleStock, HasManyOfEachGameTheEasiestFirst) {
  EXPECT_EQ(games_with_puzzles().size(), 3U);
  for (const GameModule* game : games_with_puzzles()) {
    const PuzzleStock& stock = stock_of(*game);
    EXPECT_GE(stock.puzzles.size(), 500U) << stock.game;
    EXPECT_EQ(write(stock), game->puzzles->stock()) << stock.game;
    std::set<std::string> positions;
    const int bots = static_cast<int>(game->puzzles->bots.size());
    int easier = bots;
    for (const StockedPuzzle& puzzle : stock.puzzles) {
      EXPECT_LE(puzzle.about.found_by, std::min(easier, bots - 1)) << stock.game;
      easier = puzzle.about.found_by;
      EXPECT_GE(puzzle.about.margin, game->puzzles->margin_min) << stock.game;
      EXPECT_EQ(puzzle.about.plies == 0, !game->puzzles->costs.empty()) << stock.game;
      EXPECT_TRUE(positions.insert(write(puzzle.record)).second) << stock.game;
    }
  }
}

// The law of a puzzle: its position is reached by legal moves, and exactly one choice is best, by
// the margin that the stock promises.
TEST(PuzzleStock, EachHasOneBestChoice) {
  for (const GameModule* game : games_with_puzzles()) {
    // It solves the game for ten seconds; pazaak_bots_test judges with fewer side cards.
    if (sanitized && game->info->name == "pazaak") continue;
    const auto any_game = game->under(game->puzzles->rule_set, {}).value();
    const auto judge = game->puzzles->judge();
    const PuzzleStock& stock = stock_of(*game);
    for (std::size_t i = 0; i < stock.puzzles.size(); i += every_nth()) {
      SCOPED_TRACE(stock.game + ' ' + std::to_string(i + 1));
      const auto& [record, about] = stock.puzzles[i];
      ASSERT_TRUE(any_game->check(record));
      const auto found = judge->find(record);
      ASSERT_TRUE(found && !found->empty());
      PuzzleInGame last = found->back();
      EXPECT_NEAR(last.margin, about.margin, 1e-4);
      last.margin = about.margin;
      EXPECT_EQ(last, about);
      const auto compared = judge->compare(record);
      ASSERT_FALSE(compared.empty());
      for (std::size_t choice = 0; choice < compared.size(); ++choice) {
        const auto judged = judge->judge(record, compared[choice].typed);
        ASSERT_TRUE(judged);
        EXPECT_EQ(judged->is_best, choice == 0);
        if (choice > 0) {
          EXPECT_GE(judged->lost.at(0), about.margin - 1e-4);
        }
      }
      if (about.plies > 0) {
        EXPECT_EQ(compared[0].line.size(), static_cast<std::size_t>(about.plies));
      }
    }
  }
}

// A stone elsewhere is no answer; where a reply is named, the solver finds no win after it.
TEST(PuzzleStock, GomokuNamesTheReplyThatHolds) {
  const GameModule& gomoku = game_of_puzzles("gomoku");
  const auto judge = gomoku.puzzles->judge();
  const PuzzleStock& stock = stock_of(gomoku);
  int judged_stones = 0, replies = 0;
  for (std::size_t i = 0; i < stock.puzzles.size(); i += 100) {
    const Record& record = stock.puzzles[i].record;
    const std::string best = judge->compare(record).at(0).typed;
    for (int x = 1; x < 15; x += 6)
      for (int y = 1; y < 15; y += 6) {
        const std::string typed = std::to_string(x) + ',' + std::to_string(y);
        const auto judged = judge->judge(record, typed);
        if (!judged || judged->typed == best) continue;  // a stone lies there
        EXPECT_FALSE(judged->is_best);
        ++judged_stones;
        if (judged->line.empty()) continue;
        ++replies;
        ASSERT_EQ(judged->line.size(), 2U);
        EXPECT_EQ(judged->line[0], judged->typed);
      }
  }
  EXPECT_GT(judged_stones, 20);
  EXPECT_GT(2 * replies, judged_stones);
}

TEST(PuzzleStock, TheSeedAloneDecides) {
  if (sanitized) GTEST_SKIP() << "the optimized build solves the game of these puzzles";
  const GameModule& pazaak = game_of_puzzles("pazaak");
  const auto made = [&](std::uint64_t seed) {
    return write(make_puzzles(pazaak, 5, seed, [](std::size_t) {}));
  };
  EXPECT_EQ(made(7), made(7));
  EXPECT_NE(made(7), made(8));
  EXPECT_EQ(write(read_puzzle_stock(made(7)).value()), made(7));
}

TEST(PuzzleStock, NamesTheLineThatItDoesNotUnderstand) {
  const std::string head = "hilltop puzzles 1\ngame pazaak\nrules koth\nluck 1\n";
  const std::string game = "play 0 kid,nestor 0:END/1:STAND/0:END\n";
  ASSERT_TRUE(read_puzzle_stock(head + game + "puzzle 1 2 0.1 0 3\n"));
  for (const auto& [text, line] : std::vector<std::pair<std::string, int>>{
           {"hilltop record 1\n", 1},
           {head + "dance\n", 5},
           {"hilltop puzzles 1\ngame pazaak\nrules koth\n" + game, 4},  // no luck
           {head + "play x kid,nestor 0:END\n", 5},
           {head + "play 0 kid,nestor END\n", 5},      // of which seat
           {head + "puzzle 1 0 0.1 0 3\n", 5},         // of which game
           {head + game + "puzzle 1 4 0.1 0 3\n", 6},  // after the last move
           {head + game + "puzzle 1 2 much 0 3\n", 6},
           {head + game + "puzzle 1 2 0.1 0 3\npuzzle 1 1 0.1 0 3\n", 7}}) {
    const auto stock = read_puzzle_stock(text);
    ASSERT_FALSE(stock) << text;
    EXPECT_EQ(stock.error().text,
              "line " + std::to_string(line) + " is not one of a stock of puzzles");
  }
  EXPECT_FALSE(read_puzzle_stock(head + game + "puzzle 2 2 0.1 0 3\n"));
  EXPECT_FALSE(read_puzzle_stock(head));
}

TEST(PuzzleOfDay, VisitsEachOnce) {
  for (const std::size_t puzzles : {1U, 2U, 7U, 10U, 499U, 500U}) {
    std::set<std::size_t> seen;
    for (std::size_t day = 0; day < puzzles; ++day)
      seen.insert(puzzle_of_day(puzzles, 20'000 + static_cast<std::int64_t>(day)));
    EXPECT_EQ(seen.size(), puzzles);
    EXPECT_EQ(*seen.begin(), 1U);
    EXPECT_EQ(*seen.rbegin(), puzzles);
    EXPECT_EQ(puzzle_of_day(puzzles, -1),
              puzzle_of_day(puzzles, static_cast<std::int64_t>(puzzles) - 1));
  }
}

}  // namespace
}  // namespace hilltop::arena
