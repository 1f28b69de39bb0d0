#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "rating/ratings.hpp"

namespace hilltop::rating {

// The result of a game with any number of seats. Bots are numbers; each occurs at most once.
struct Ranking {
  std::vector<std::vector<std::size_t>> places;  // best first; bots of one place have tied
  std::int64_t games = 1;                        // games with this result
};

// Rates bots 0..bots-1 from rankings, each of which may contain any of the bots. Each bot takes the
// first place with a probability proportional to e^strength; the next places go the same way among
// the bots that are left: Plackett, "The Analysis of Permutations", Applied Statistics 24 (1975).
// With two seats this is Bradley and Terry's model, and 400 points are ten to one between two bots.
// Ties follow Efron ("The Efficiency of Cox's Likelihood Function for Censored Data", JASA 72,
// 1977): k tied bots of total weight T take their k places with the average weight that is left of
// them: T, T (k-1)/k, …, T/k. Efron counts a choice for the very last bot too; here a bot that is
// alone at the end was not chosen, so a tie for the last place has one choice less, and a tie of
// two is half a win for each. Margins come from the information. A place may be empty. Throws
// std::out_of_range for an unknown bot.
Ratings plackett_luce(std::size_t bots, std::span<const Ranking> rankings);

}  // namespace hilltop::rating
