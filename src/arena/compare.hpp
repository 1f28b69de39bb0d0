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

// Deals after which a comparison asks whether it has seen enough; a bot that remembers a pairing
// remembers one batch. Fixed, and asked in order, so that --jobs does not show.
constexpr std::uint32_t deals_a_batch = 32;

// What two bots have shown so far; [0] is the one whose strength over the other is asked for.
struct Compared {
  std::array<tournament::Tally, 2> tallies;
  rating::Pentanomial deals{};  // by what [0] scored in the two games of a deal
  double log_likelihood_ratio = 0;
  rating::Verdict verdict = rating::Verdict::undecided;
  std::vector<tournament::FaultNote> notes;  // the first ones, in the order of games
  std::string digest;                        // as of a contest of these games; at the end
  std::optional<runner::Layers> sandbox;     // around every process that ran; nullopt: none did
};

struct Comparison {
  const AnyGame& any_game;
  const Conditions& conditions;
  const std::array<Entrant, 2>& bots;  // of two names
  std::uint64_t seed;
  rating::Sprt test;
  std::uint32_t deals_max;
  int jobs = 1;                                   // workers; never changes a result
  std::function<void(const Compared&)> progress;  // after each batch
};

// Plays deal after deal from both sides, until the test has a verdict or there are deals_max. The
// deals follow from the seed and the two names, whichever comes first. Throws what only the machine
// can do wrong.
Compared compare(const Comparison& comparison);

}  // namespace hilltop::arena
