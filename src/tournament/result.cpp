#include "tournament/result.hpp"

#include <algorithm>
#include <stdexcept>

namespace hilltop::tournament {

void Tally::add(const Tally& other) {
  games += other.games;
  won += other.won;
  tied += other.tied;
  faults += other.faults;
  sum += other.sum;
  if (other.best && (!best || *best < *other.best)) best = other.best;
}

const Tally& Result::of(EntryId entry) const {
  const auto found = std::ranges::find(fixture.entries, entry);
  if (found == fixture.entries.end())
    throw std::logic_error("a result of somebody who did not sit");
  return tallies[static_cast<std::size_t>(found - fixture.entries.begin())];
}

}  // namespace hilltop::tournament
