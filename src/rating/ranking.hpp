#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace hilltop::rating {

// What a row is ranked by: the first number decides, then the second, and so on; more is better.
using RankingKey = std::vector<std::int64_t>;

struct Placed {
  std::size_t row;
  int rank;  // 1 is best; equal keys share a rank, and the next one counts them all (1, 2, 2, 4)
};

// Best first; rows that share a rank keep their order.
std::vector<Placed> ranking(std::span<const RankingKey> keys);

// Points for a game won, tied and lost.
struct PointRule {
  std::int64_t win = 1, tie = 0, loss = 0;
  std::int64_t of(std::int64_t won, std::int64_t tied, std::int64_t lost) const {
    return win * won + tie * tied + loss * lost;
  }
};

}  // namespace hilltop::rating
