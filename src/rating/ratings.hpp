#pragma once
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "rating/matrix.hpp"

namespace hilltop::rating {

// Standard deviation of the prior: before its first game, a bot's strength is normally distributed
// about the mean of all. The prior keeps the rating of a bot that won or lost every game finite. It
// weighs an eighth of a game, which is negligible otherwise.
constexpr double prior_elo = 1000;

struct Rating {
  double elo;     // the mean of all rated bots is 0
  double margin;  // half the width of the 95 % interval, relative to that mean
  // Bots of one group are comparable by results: wins or ties lead from each of them to every
  // other. Between groups (a bot won all its games, or met none of the others) results set no bound
  // and the prior decides. Groups are numbered from 0 in the order of their first bots.
  std::size_t group;
};

struct Difference {
  double elo;          // the first bot's rating minus the second's
  double margin;       // 95 %
  double superiority;  // probability that the first bot is the stronger (LOS)
};

// The ratings that a model of strengths gives; bots are numbers from 0.
class Ratings {
 public:
  Ratings(std::vector<std::optional<Rating>> ratings, Matrix covariance)
      : ratings_(std::move(ratings)), covariance_(std::move(covariance)) {}

  std::size_t bots() const { return ratings_.size(); }
  // nullopt if the bot has not played and is not rated.
  const std::optional<Rating>& of(std::size_t bot) const { return ratings_.at(bot); }
  // Both bots must be rated. Ratings are correlated, so the margin is not the sum of two margins.
  Difference difference(std::size_t a, std::size_t b) const;

 private:
  std::vector<std::optional<Rating>> ratings_;
  Matrix covariance_;  // in Elo²
};

}  // namespace hilltop::rating
