#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/puzzle.hpp"
#include "games/pazaak/bots/analysis.hpp"

namespace hilltop::pazaak {

// Decisions judged as Analysis does, by what their seat can see.
class Puzzles {
 public:
  static constexpr std::string_view rule_set = "koth";
  static constexpr std::array<std::string_view, 6> bots{"bold", "cautious", "bastila",
                                                        "kid",  "austin",   "nestor"};
  static constexpr double margin_min = 0.05;
  static constexpr std::size_t of_a_game_max = 2;
  static constexpr std::array<WorthInfo, 1> costs{{{"win", "chance to win", true}}};
  static std::string_view stock();

  explicit Puzzles(const Rules& rules) : rules_(rules), analysis_(rules) {}

  std::optional<FoundPuzzle<Rules::Move>> found(const Rules::State& state) const;
  JudgedChoice<Rules::Move> judged(const Rules::State& state, const Rules::Move& move) const;
  std::vector<JudgedChoice<Rules::Move>> compared(const Rules::State& state) const;

 private:
  const Rules& rules_;
  Analysis analysis_;
};

}  // namespace hilltop::pazaak
