#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

namespace hilltop::lockstep {

// What players get at the end of a game: 1 for a winner alone, -1 shared by the others.
struct Rewards {
  float won, lost;
};

// Returns the Rewards by number of winners, from 0: all have left.
inline std::vector<Rewards> rewards_of(std::size_t players) {
  std::vector<Rewards> rewards{{0, 0}};
  const auto count = static_cast<float>(players);
  const float others = std::max(count - 1, 1.f);
  for (std::size_t winners = 1; winners <= players; ++winners)
    rewards.push_back({(count / static_cast<float>(winners) - 1) / others, -1 / others});
  return rewards;
}

}  // namespace hilltop::lockstep
