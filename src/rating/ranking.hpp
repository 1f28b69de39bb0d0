#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace hilltop::rating {

// Sort key of a row: the first number decides, then the second, and so on; larger is better.
using RankingKey = std::vector<std::int64_t>;

struct Placed {
  std::size_t row;
  int rank;  // 1 is best; equal keys share a rank and the next rank skips them (1, 2, 2, 4)
};

// Returns the rows best first; rows of equal rank keep their order.
std::vector<Placed> ranking(std::span<const RankingKey> keys);

// Points for a won, a tied and a lost game.
struct PointRule {
  std::int64_t win = 1, tie = 0, loss = 0;
  std::int64_t of(std::int64_t won, std::int64_t tied, std::int64_t lost) const {
    return win * won + tie * tied + loss * lost;
  }
};

}  // namespace hilltop::rating
