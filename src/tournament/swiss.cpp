#include "tournament/swiss.hpp"

#include <algorithm>

#include "tournament/matching.hpp"

namespace hilltop::tournament {
namespace {

class Pairer {
 public:
  Pairer(const std::vector<std::int64_t>& points, const Met& met)
      : points_(points), matching_(widest(met)), free_(points.size(), true) {}

  Pairing pair() {
    if (points_.size() % 2 != 0) give_bye();
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (free_[i]) pair_up(i);
    return std::move(pairing_);
  }

 private:
  // Returns a matching of all contestants that repeats as little as possible: the number of earlier
  // byes of the contestant that gets it is minimal, and then the max number of earlier meetings of
  // a pair. An odd field gets a last vertex that stands for the bye.
  static Matching widest(const Met& met) {
    int meetings_max = 0;
    for (const std::vector<int>& of : met)
      meetings_max = std::max(meetings_max, *std::ranges::max_element(of));
    for (int byes = 0;; ++byes)
      for (int meetings = 0; meetings <= meetings_max; ++meetings)
        if (Matching matching(allowed(met, meetings, byes)); matching.perfect()) return matching;
  }

  static Matching::Edges allowed(const Met& met, int meetings, int byes) {
    const std::size_t bots = met.size(), size = bots + bots % 2;
    Matching::Edges edges(size, std::vector<bool>(size, false));
    for (std::size_t i = 0; i < bots; ++i) {
      for (std::size_t j = 0; j < bots; ++j) edges[i][j] = i != j && met[i][j] <= meetings;
      if (size > bots) edges[i][bots] = edges[bots][i] = met[i][i] <= byes;
    }
    return edges;
  }

  void give_bye() {
    std::size_t last = points_.size();
    while (!matching_.settle(--last, points_.size())) {}
    free_[last] = false;
    pairing_.bye = last;
  }

  void pair_up(std::size_t i) {
    for (const std::size_t opponent : by_preference(i)) {
      if (!matching_.settle(i, opponent)) continue;
      free_[i] = free_[opponent] = false;
      pairing_.pairs.emplace_back(i, opponent);
      return;
    }
  }

  // Returns the unpaired contestants below i, in the order in which i should meet them.
  std::vector<std::size_t> by_preference(std::size_t i) const {
    std::vector<std::size_t> left;
    std::size_t equal = 0;
    for (std::size_t j = i + 1; j < points_.size(); ++j) {
      if (!free_[j]) continue;
      left.push_back(j);
      if (points_[j] == points_[i]) ++equal;
    }
    const auto group = left.begin() + static_cast<std::ptrdiff_t>(equal);
    // With i itself the group has equal + 1; its lower half begins at (equal + 1) / 2.
    const auto half = left.begin() + static_cast<std::ptrdiff_t>(equal < 2 ? 0 : (equal - 1) / 2);
    std::rotate(left.begin(), half, group);
    std::reverse(group - (half - left.begin()), group);
    return left;
  }

  const std::vector<std::int64_t>& points_;
  Matching matching_;
  std::vector<bool> free_;
  Pairing pairing_;
};

}  // namespace

Pairing swiss_pairing(const std::vector<std::int64_t>& points, const Met& met) {
  return Pairer(points, met).pair();
}

}  // namespace hilltop::tournament
