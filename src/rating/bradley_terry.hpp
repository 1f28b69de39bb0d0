#pragma once
#include <cstdint>
#include <span>

#include "rating/ratings.hpp"

namespace hilltop::rating {

// The games of two bots, by number.
struct PairCount {
  std::size_t a, b;
  std::int64_t wins_a, ties, wins_b;
};

// Ratings of bots 0..bots-1 from games of two. a beats b with probability 1 / (1 + e^(s_b - s_a)),
// s the strengths: Bradley and Terry, "Rank Analysis of Incomplete Block Designs", Biometrika 39
// (1952). A tie is half a win for each: so the fitted scores of every bot add up to what it scored.
// The margins know that a tie is less noisy than that: a game with mean p and tied with chance t
// has the variance p(1-p) - t/4. t is a pair's own, two more games without a tie counted in; then
// the covariance is a quasi-likelihood's (Wedderburn, Biometrika 61, 1974). A pair may come more
// than once; games of a bot with itself are left out. Throws std::out_of_range for a bot that there
// is not.
Ratings bradley_terry(std::size_t bots, std::span<const PairCount> pairs);

}  // namespace hilltop::rating
