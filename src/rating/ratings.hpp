#pragma once
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "rating/matrix.hpp"

namespace hilltop::rating {

// Before it has played, a bot's strength is taken to be normally distributed about the mean of all
// with this standard deviation. It keeps the rating of who won or lost every game finite, and
// weighs an eighth of a game: elsewhere it does not show.
constexpr double prior_elo = 1000;

struct Rating {
  double elo;     // the mean of all who are rated is 0
  double margin;  // to each side, 95 %, against that mean
  // Bots of one group are compared by results: from each of them wins or ties lead to every other.
  // Between groups (who has won all its games, who met nobody of the others) results set no bound,
  // and the prior decides. Groups are numbered from 0 by their first bots.
  std::size_t group;
};

struct Difference {
  double elo;          // the first one's rating less the second one's
  double margin;       // 95 %
  double superiority;  // the chance that the first is the stronger one (LOS)
};

// What came of a model of strengths; bots are numbers from 0.
class Ratings {
 public:
  Ratings(std::vector<std::optional<Rating>> ratings, Matrix covariance)
      : ratings_(std::move(ratings)), covariance_(std::move(covariance)) {}

  std::size_t bots() const { return ratings_.size(); }
  // nullopt: it played with nobody, and is not rated.
  const std::optional<Rating>& of(std::size_t bot) const { return ratings_.at(bot); }
  // Of two who are rated. Ratings hang together, so this is not the sum of two margins.
  Difference difference(std::size_t a, std::size_t b) const;

 private:
  std::vector<std::optional<Rating>> ratings_;
  Matrix covariance_;  // of Elo
};

}  // namespace hilltop::rating
