#pragma once
#include <cstdint>
#include <span>

#include "rating/ratings.hpp"

namespace hilltop::rating {

// The results of the games between bots a and b.
struct PairCount {
  std::size_t a, b;
  std::int64_t wins_a, ties, wins_b;
};

// Rates bots 0..bots-1 from games of two. a beats b with probability 1 / (1 + e^(s_b - s_a)), where
// s are the strengths: Bradley and Terry, "Rank Analysis of Incomplete Block Designs", Biometrika
// 39 (1952). A tie is half a win for each, so each bot's fitted scores add up to what it scored.
// The margins allow for ties being less noisy than that: a game with mean p that is tied with
// probability t has the variance p(1-p) - t/4. t is estimated for each pair with two untied games
// added; the covariance is then a quasi-likelihood's (Wedderburn, Biometrika 61, 1974). A pair may
// occur more than once; games of a bot with itself are ignored. Throws std::out_of_range for an
// unknown bot.
Ratings bradley_terry(std::size_t bots, std::span<const PairCount> pairs);

}  // namespace hilltop::rating
