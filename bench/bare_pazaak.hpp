#pragma once
#include <array>
#include <cstdint>

namespace hilltop::bench {

// The two threshold bots of Pazaak in one loop with no arena around it: no view, no call, no
// record, and a generator that one multiplication more would improve. What the arena's cost is held
// against.
class BarePazaak {
 public:
  explicit BarePazaak(std::uint64_t seed) : state_(seed) {}

  // One game to three hands; who stands from which value on. The answer is the winner, 0 or 1.
  int game(const std::array<int, 2>& enough);

 private:
  std::uint64_t word();
  int hand(const std::array<int, 2>& enough);

  std::uint64_t state_;
};

}  // namespace hilltop::bench
