#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>

namespace hilltop {

using Deadline = std::chrono::steady_clock::time_point;

inline double in_ms(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

// Time that answers took. Reported to people; no result depends on it.
struct Timing {
  std::uint64_t answers = 0;
  std::chrono::nanoseconds total{0}, slowest{0};

  // Adds `several` answers that were given at once and took `took` together.
  void add(std::chrono::nanoseconds took, std::uint64_t several = 1) {
    if (several == 0) return;
    answers += several;
    total += took;
    slowest = std::max(slowest, took / static_cast<std::int64_t>(several));
  }
  // A stranger's store may tell of ages.
  void add(const Timing& other) {
    answers += other.answers;
    total = other.total > total.max() - total ? total.max() : total + other.total;
    slowest = std::max(slowest, other.slowest);
  }
  std::chrono::nanoseconds mean() const {
    return answers == 0 ? total : total / static_cast<std::int64_t>(answers);
  }
  friend bool operator==(const Timing&, const Timing&) = default;
};

}  // namespace hilltop
