#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "rating/ratings.hpp"

namespace hilltop::rating {

// How a game of any number of seats ended. Bots are numbers; none sits twice.
struct Ranking {
  std::vector<std::vector<std::size_t>> places;  // best first; who shares a place has tied
  std::int64_t games = 1;                        // that ended like this
};

// Ratings of bots 0..bots-1 from such games, in which any of the bots may sit. The first place goes
// to each with a probability proportional to e^strength, the next ones likewise among those who are
// left: Plackett, "The Analysis of Permutations", Applied Statistics 24 (1975). With two seats this
// is Bradley and Terry's model, and 400 points are ten to one between two as there.
// Ties are Efron's ("The Efficiency of Cox's Likelihood Function for Censored Data", JASA 72,
// 1977): k who tie with a weight of T together take their k places with what is left of them in the
// mean, T, T (k-1)/k, …, T/k. He counts the last of all as having been chosen from something; who
// is alone at the end was not, so a tie for the last place has one choice less: a tie of two is
// half a win for each. Margins come from the information. A place may be empty. Throws
// std::out_of_range for a bot that there is not.
Ratings plackett_luce(std::size_t bots, std::span<const Ranking> rankings);

}  // namespace hilltop::rating
