#pragma once
#include <cstdint>
#include <map>
#include <random>

namespace hilltop::cluster {

// Which batches are played a second time: of each worker one at random among so many that follow
// one another, so that no worker has few of its batches checked by chance. Its randomness is the
// machine's, and no seed tells it.
class RecheckDraw {
 public:
  // `share`: of all batches, from 0 to 1.
  explicit RecheckDraw(double share) : share_(share) {}

  bool is_on() const { return share_ > 0; }
  // Returns whether the next batch of a worker is one of them.
  bool draws(std::int64_t worker) {
    if (!is_on()) return false;
    Stretch& stretch = stretches_[worker];
    if (stretch.left <= 0) {
      // Stretches of 1 / share batches on average, where that is no whole number.
      stretch.left = static_cast<int>(1 / share_ + std::uniform_real_distribution<>()(machine_));
      stretch.drawn = std::uniform_int_distribution<>(1, stretch.left)(machine_);
    }
    return stretch.left-- == stretch.drawn;
  }

 private:
  struct Stretch {
    int left = 0, drawn = 0;
  };

  double share_;
  std::random_device machine_;
  std::map<std::int64_t, Stretch> stretches_;
};

}  // namespace hilltop::cluster
