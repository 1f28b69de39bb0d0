#pragma once
#include <array>
#include <cstdint>

namespace hilltop::bench {

// The two threshold bots of Pazaak in one loop without an arena: no views, no calls, no records,
// and the simplest generator. The arena's cost is compared with it.
class BarePazaak {
 public:
  explicit BarePazaak(std::uint64_t seed) : state_(seed) {}

  // Plays a game to three hands; `enough` is the value from which each player stands. Returns the
  // winner, 0 or 1.
  int game(const std::array<int, 2>& enough);

 private:
  std::uint64_t word();
  int hand(const std::array<int, 2>& enough);

  std::uint64_t state_;
};

}  // namespace hilltop::bench
