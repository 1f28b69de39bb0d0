#pragma once
#include <cstdint>
#include <vector>

namespace hilltop::rating {

// A whole number that is tuned.
struct TunedParameter {
  int start = 0, min = 0, max = 0;  // min <= start <= max
  double step = 1;                  // how far the last iteration moves it to either side; above 0
};

struct SpsaPlan {
  std::vector<TunedParameter> parameters;
  std::uint32_t iterations = 1;
  // Steps that the last iteration would move each parameter if one side won every game.
  double rate = 0;
  // Iterations from the one whose values an iteration perturbs to itself, so that so many can be
  // played at once. At least 1.
  std::uint32_t ahead = 1;
  std::uint64_t key = 0;  // of its randomness
};

// Simultaneous perturbation stochastic approximation (Spall, "Multivariate Stochastic Approximation
// Using a Simultaneous Perturbation Gradient Approximation", IEEE Transactions on Automatic Control
// 37, 1992): each iteration moves all parameters up or down by the toss of a coin, plays one side
// against the opposite one, and moves the values towards the side that won. The perturbation
// shrinks by the power 1/8 of the iteration, and the gain by 5/8: near the powers that Spall
// recommends (1998), and made of square roots alone, which every machine rounds alike.
class Spsa {
 public:
  explicit Spsa(SpsaPlan plan);

  struct Sides {
    std::vector<int> plus, minus;  // a value for each parameter, in their order
  };
  // Returns the sides of an iteration, from 0, of which fewer than `ahead` before it lack a score.
  Sides sides(std::uint32_t iteration) const;

  // Takes the score of the next iteration, in order: 1 if the plus side won all games, -1 if it
  // lost all.
  void take(double score);

  // Returns the values after some iterations, up to scored().
  const std::vector<double>& values_after(std::uint32_t iterations) const {
    return path_.at(iterations);
  }
  std::uint32_t scored() const { return static_cast<std::uint32_t>(path_.size()) - 1; }
  // Returns the last values, as whole numbers.
  std::vector<int> best() const;

 private:
  double perturbation(std::size_t parameter, std::uint32_t iteration) const;
  double gain(std::uint32_t iteration) const;

  SpsaPlan plan_;
  std::vector<std::vector<double>> path_;
};

// Returns the rate with which a run of so many games takes the values about one step astray if
// nothing depends on them.
double usual_rate(std::uint32_t iterations, std::uint32_t games);

}  // namespace hilltop::rating
