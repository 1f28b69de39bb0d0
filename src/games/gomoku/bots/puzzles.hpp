#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/puzzle.hpp"
#include "games/gomoku/proof.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// Positions in which one stone alone wins by fours and threes: the win is proved, and the solver
// finds none in plies_max stones that begins elsewhere.
class Puzzles {
 public:
  static constexpr std::string_view rule_set = "freestyle";
  static constexpr std::array<std::string_view, 5> bots{"greedy", "novice", "club", "expert",
                                                        "master"};
  static constexpr double margin_min = 0;
  static constexpr std::size_t of_a_game_max = 2;
  static constexpr std::array<WorthInfo, 0> costs{};
  static constexpr int plies_min = 3, plies_max = 11;
  static std::string_view stock();
  // The stones of a drawn opening: bots that draw nothing would play the same game each time.
  static std::vector<Move> beginning(std::uint64_t key, std::uint32_t number);

  explicit Puzzles(const Rules&) {}

  std::optional<FoundPuzzle<Move>> found(const State& state) const;
  JudgedChoice<Move> judged(const State& state, const Move& move) const;
  std::vector<JudgedChoice<Move>> compared(const State& state) const;

 private:
  // The win of the stone that wins; nullopt if none is proved.
  static std::optional<CheckedProof> win(const State& state);
  // A reply after which the solver finds no win any more, to the stone of the colour that moved.
  static std::optional<Point> reply_that_holds(const VariantBoard& board, Colour defender,
                                               Point winning);
};

}  // namespace hilltop::gomoku
