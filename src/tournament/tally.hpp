#pragma once
#include <cstdint>
#include <optional>

namespace hilltop::tournament {

// Sums over games of one contestant. Tallies can be added.
struct Tally {
  std::int64_t games = 0;
  std::int64_t won = 0;   // had the most points alone
  std::int64_t tied = 0;  // shared the most points
  std::int64_t faults = 0;
  std::int64_t sum = 0;  // of points, in the game's unit
  std::optional<int> best;

  std::int64_t lost() const { return games - won - tied; }
  void add(const Tally& other);
  friend bool operator==(const Tally&, const Tally&) = default;
};

}  // namespace hilltop::tournament
