#pragma once
#include <cstddef>
#include <vector>

namespace hilltop::yahtzee {

// Points between two totals for which shares of the win are computed, in a turn that is the first
// of `turns` to come. Totals that are spread over many points need no more; in the last turn each
// point counts.
constexpr int step_with(int turns) {
  if (turns <= 1) return 1;
  return turns <= 4 ? 4 : 8;
}

// A number that is spread over the two whole numbers around it, with the same mean: points in
// steps.
struct WholeSteps {
  explicit WholeSteps(double steps) : below(static_cast<int>(steps)) {
    below -= below > steps;
    part = steps - below;
  }

  int below;
  double part;  // what counts as below + 1
};

// The chances of points, each spread over whole steps.
class SpreadPoints {
 public:
  static constexpr std::size_t group = 4;

  SpreadPoints() = default;
  // Of points in this range, in steps of `step` points.
  SpreadPoints(int step, double least, double most)
      : steps_a_point_(1. / step), lowest_(WholeSteps(least * steps_a_point_).below) {
    const auto steps =
        static_cast<std::size_t>(WholeSteps(most * steps_a_point_).below + 2 - lowest_);
    chances_.resize((steps + group - 1) / group * group);
  }

  void add(double points, double chance) {
    const WholeSteps whole(points * steps_a_point_);
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

  int lowest() const { return lowest_; }  // in steps
  // Returns the chances of lowest(), lowest() + 1, … steps, filled up with zeros to whole groups.
  const std::vector<double>& chances() const { return chances_; }

 private:
  double steps_a_point_ = 1;
  int lowest_ = 0;
  std::vector<double> chances_;
};

}  // namespace hilltop::yahtzee
