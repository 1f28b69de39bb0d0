#pragma once
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace hilltop::tournament {

// Number of meetings of two contestants, by their places in a list; the diagonal counts byes.
using Met = std::vector<std::vector<int>>;

struct Pairing {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  // the higher-placed first, in order
  std::optional<std::size_t> bye;
};

// Returns the next round of a Swiss tournament. `points` are those of the contestants, best first;
// the pairing refers to places in that list.
//
// It follows FIDE's Dutch system (Handbook C.04.3) in ranking by points, then by the list, in
// halving a group of equal points and in the bye; FIDE's rules on floats and colours are left out:
// - if the number is odd, the last contestant without a bye so far gets one;
// - from the top down, each contestant meets the one half a group further down among the unpaired
//   with equal points, else the next below that, else the next above; if none of these is possible,
//   the first possible one with fewer points;
// - no contestant has a second bye while another can have a first, even if that repeats a meeting;
// - no two meet again as long as that leaves all others paired. When that is no longer possible,
//   all pairs that met once may meet again; then all that met twice.
Pairing swiss_pairing(const std::vector<std::int64_t>& points, const Met& met);

}  // namespace hilltop::tournament
