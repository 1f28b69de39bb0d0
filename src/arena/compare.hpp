#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/any_game.hpp"
#include "rating/sprt.hpp"

namespace hilltop::arena {

// Deals between two looks at the test; a bot that remembers a pairing remembers one batch. Fixed,
// so that --jobs never changes a result.
constexpr std::uint32_t deals_a_batch = 32;

// The results of two bots so far; the test asks by how much [0] is stronger.
struct Compared {
  std::array<tournament::Tally, 2> tallies;
  rating::Pentanomial deals{};  // number of deals by the score of [0] in both games
  double log_likelihood_ratio = 0;
  rating::Verdict verdict = rating::Verdict::undecided;
  std::vector<tournament::FaultNote> notes;  // the first ones, in game order
  std::string digest;                        // as of a contest of these games; set at the end
  std::optional<runner::Layers> sandbox;     // around every process; nullopt if none ran
};

struct Comparison {
  const AnyGame& any_game;
  const Conditions& conditions;
  const std::array<Entrant, 2>& bots;  // with different names
  std::uint64_t seed;
  rating::Sprt test;
  std::uint32_t deals_max;
  int jobs = 1;                                   // workers; never changes a result
  std::function<void(const Compared&)> progress;  // after each batch
};

// Plays each deal from both sides, until the test has a verdict or deals_max are played. The deals
// follow from the seed and the set of the two names. Throws on failures of the machine.
Compared compare(const Comparison& comparison);

}  // namespace hilltop::arena
