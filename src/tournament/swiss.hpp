#pragma once
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace hilltop::tournament {

// How often each two of n have met, by their places in a list; the diagonal: byes.
using Met = std::vector<std::vector<int>>;

struct Pairing {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  // the better placed first, in order
  std::optional<std::size_t> bye;
};

// The next round of a Swiss tournament. `points` are those of the contestants, best first; what is
// answered are places in that list.
//
// From FIDE's Dutch system (Handbook C.04.3) are its ranking by points, then by the list, the
// halving of a group of equal points and the bye; its many rules on floats and colours are left
// out:
// - of an odd number the last who had no bye has one;
// - from the top down, each meets who is half a group further down among those of equal points who
//   are left, else the next below, else the next above; and if none of these will do, whoever comes
//   first of those with fewer points;
// - no two meet again, and nobody has a second bye, as long as that leaves everybody else paired.
//   When it can no longer be done, all who met once may meet again; then all who met twice.
Pairing swiss_pairing(const std::vector<std::int64_t>& points, const Met& met);

}  // namespace hilltop::tournament
