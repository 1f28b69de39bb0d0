#include "rating/ranking.hpp"

#include <algorithm>

namespace hilltop::rating {

std::vector<Placed> ranking(std::span<const RankingKey> keys) {
  std::vector<Placed> placed;
  for (std::size_t row = 0; row < keys.size(); ++row) placed.push_back({row, 0});
  std::ranges::stable_sort(
      placed, [&](const Placed& a, const Placed& b) { return keys[a.row] > keys[b.row]; });
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const bool shared = i > 0 && keys[placed[i].row] == keys[placed[i - 1].row];
    placed[i].rank = shared ? placed[i - 1].rank : static_cast<int>(i) + 1;
  }
  return placed;
}

}  // namespace hilltop::rating
