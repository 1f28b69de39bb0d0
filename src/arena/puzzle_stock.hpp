#pragma once
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/catalog.hpp"
#include "arena/puzzle_judge.hpp"

namespace hilltop::arena {

// A puzzle of a stock: the position in which a recorded game ends.
struct StockedPuzzle {
  Record record;
  PuzzleInGame about;
};

// The puzzles of a game, the easiest first; puzzle N of a page is `puzzles[N - 1]`.
struct PuzzleStock {
  std::string game, rules;
  std::vector<StockedPuzzle> puzzles;
};

// The text of a stock, whose format docs/puzzles.md describes.
std::string write(const PuzzleStock& stock);
// Problem: it is no such text, with the number of the line. Positions are not replayed.
std::expected<PuzzleStock, Problem> read_puzzle_stock(std::string_view text);

// Returns the stock that is a part of the program. Throws std::logic_error if the game has none.
const PuzzleStock& stock_of(const GameModule& game);

// Returns the position with people in its seats, who have the titles of the bots that played it.
Record for_people(const StockedPuzzle& puzzle, const GameModule& game);

// Returns the day of UTC, counted from 1970-01-01.
std::int64_t today();
// Returns the number of the puzzle of a day, counted from 1970-01-01: the same for everybody, and
// in as many days as there are puzzles each of them once.
std::size_t puzzle_of_day(std::size_t puzzles, std::int64_t day);

// Plays games of house bots, and takes their puzzles until there are `count`: of a game at most
// PuzzlePart::of_a_game_max, and none that all bots find. The seed alone decides what is made.
// `progress`: is called with the number of puzzles so far.
PuzzleStock make_puzzles(const GameModule& game, std::size_t count, std::uint64_t seed,
                         const std::function<void(std::size_t)>& progress);

}  // namespace hilltop::arena
