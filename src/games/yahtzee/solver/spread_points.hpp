#pragma once
#include <cstddef>
#include <vector>

namespace hilltop::yahtzee {

// A number of points that is spread over the two whole points around it, with the same mean.
struct WholePoints {
  explicit WholePoints(double points) : below(static_cast<int>(points)) {
    below -= below > points;
    part = points - below;
  }

  int below;
  double part;  // what counts as below + 1
};

// The chances of points, each spread over whole points.
class SpreadPoints {
 public:
  static constexpr std::size_t group = 4;

  SpreadPoints() = default;
  // Of points in this range.
  SpreadPoints(double least, double most) : lowest_(WholePoints(least).below) {
    const auto points = static_cast<std::size_t>(WholePoints(most).below + 2 - lowest_);
    chances_.resize((points + group - 1) / group * group);
  }

  void add(double points, double chance) {
    const WholePoints whole(points);
    double* const chances = &chances_[static_cast<std::size_t>(whole.below - lowest_)];
    chances[0] += chance * (1 - whole.part);
    chances[1] += chance * whole.part;
  }

  // Memory is slow: has the chances fetched before they are needed.
  void fetch() const {
    constexpr std::size_t doubles_a_line = 8;  // of a processor's cache
    for (std::size_t i = 0; i < chances_.size(); i += doubles_a_line)
      __builtin_prefetch(&chances_[i]);
  }

  int lowest() const { return lowest_; }
  // Returns the chances of lowest(), lowest() + 1, …, filled up with zeros to whole groups.
  const std::vector<double>& chances() const { return chances_; }

 private:
  int lowest_ = 0;
  std::vector<double> chances_;
};

}  // namespace hilltop::yahtzee
