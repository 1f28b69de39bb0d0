#pragma once
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis.hpp"

namespace hilltop {

// A position in which one choice is much better than every other.
template <class M>
struct FoundPuzzle {
  M best;
  double margin = 0;  // what every other choice costs at least, in the first of Puzzles::costs
  int plies = 0;  // of the win that is proved, its last stone included; 0: costs tell the choices
};

// A choice in a puzzle, judged by the game's solver.
template <class M>
struct JudgedChoice {
  M move;
  bool is_best = false;
  std::vector<double> lost = {};  // what it gives up, by Puzzles::costs
  // The moves that follow: the win of the best choice, or the reply that defeats another choice.
  // Begins with the choice; empty if the costs say it all, or if no reply was found that surely
  // holds.
  std::vector<M> line = {};
};

// Optional part of a game's Module: its puzzles (docs/puzzles.md).
//   P::rule_set      the rule set under which they are made
//   P::bots         house bots: they play the games, and how many find the answer is the difficulty
//   P::margin_min   of a puzzle; 0 if wins are proved
//   P::of_a_game_max  puzzles that are taken from one game
//   P::costs        what a wrong choice costs; empty if wins are proved
//   P::beginning(key, number)  the moves by which a game of a stock begins, by the key of its
//                   randomness and its number; absent: its bots play all of it
//   P::stock()      puzzles.txt of the game's folder (arena/puzzle_stock.hpp)
//   found()         the puzzle that a position is for the seat to move; nullopt if it is none
//   judged()        a legal move in a puzzle
//   compared()      the best choice and the next best ones, the best first
// Cards that a seat cannot see count by their average. An object belongs to one thread.
template <class P, class R>
concept GamePuzzles = Game<R> && std::constructible_from<P, const R&> &&
                      requires(P& puzzles, const State<R>& state, const Move<R>& move) {
                        { P::rule_set } -> std::convertible_to<std::string_view>;
                        { P::margin_min } -> std::convertible_to<double>;
                        { P::of_a_game_max } -> std::convertible_to<std::size_t>;
                        { std::span<const std::string_view>(P::bots) };
                        { std::span<const WorthInfo>(P::costs) };
                        { P::stock() } -> std::same_as<std::string_view>;
                        {
                          puzzles.found(state)
                        } -> std::same_as<std::optional<FoundPuzzle<Move<R>>>>;
                        { puzzles.judged(state, move) } -> std::same_as<JudgedChoice<Move<R>>>;
                        {
                          puzzles.compared(state)
                        } -> std::same_as<std::vector<JudgedChoice<Move<R>>>>;
                      };

}  // namespace hilltop
