#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rating/matrix.hpp"

// Strength in a game's own unit, for games in which amounts count and not only winning.
namespace hilltop::rating {

// Sums over deals that the same bots played. A deal is a game, or the games with the same
// randomness in which the seats move on: games of a deal are correlated, deals are independent.
class DealSums {
 public:
  // `bots`: numbers from 0, each once. `games_a_deal`: at least 1.
  DealSums(std::vector<std::size_t> bots, int games_a_deal)
      : bots_(std::move(bots)),
        games_a_deal_(games_a_deal),
        sums_(bots_.size()),
        products_(bots_.size()) {}

  // Adds the amounts of a deal, in the order of the bots.
  void add(std::span<const std::int64_t> amounts);

  std::span<const std::size_t> bots() const { return bots_; }
  int games_a_deal() const { return games_a_deal_; }
  std::int64_t deals() const { return deals_; }
  // Return the sums of the amounts less the mean of their deal, and of the products of two of these
  // differences.
  std::span<const double> sums() const { return sums_; }
  const Matrix& products() const { return products_; }

 private:
  std::vector<std::size_t> bots_;
  int games_a_deal_;
  std::int64_t deals_ = 0;
  std::vector<double> sums_;
  Matrix products_;
};

struct Lead {
  double lead;  // expected amount per game, less that of the average bot of the group
  // Half the width of the 95 % interval; nullopt: there are too few deals to know it.
  std::optional<double> margin;
  // Bots of one group have met, or are linked by bots that have. Groups are numbered from 0 in the
  // order of their first bots.
  std::size_t group;
};

// Rates bots 0..bots-1 by the amounts that they take: a takes s_a - s_b per game more than b, on
// average, where s are the leads; least squares, with all games of equal weight. The covariance is
// White's ("A Heteroskedasticity-Consistent Covariance Matrix Estimator", Econometrica 48, 1980)
// with the deals as clusters, so that neither the noise of two pairs need be equal nor the games of
// a deal independent; it is multiplied by D / (D - p) for D deals and p differences of leads.
// nullopt: the bot has met no other. Throws std::out_of_range for an unknown bot.
std::vector<std::optional<Lead>> leads(std::size_t bots, std::span<const DealSums> deals);

}  // namespace hilltop::rating
