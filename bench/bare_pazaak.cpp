#include "bare_pazaak.hpp"

namespace hilltop::bench {
namespace {

__extension__ using uint128 = unsigned __int128;

constexpr auto sorted = [] {
  std::array<std::int8_t, 40> cards{};
  for (int i = 0; i < 40; ++i)
    cards[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(1 + i / 4);
  return cards;
}();

}  // namespace

// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
std::uint64_t BarePazaak::word() {
  std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

int BarePazaak::game(const std::array<int, 2>& enough) {
  std::array<int, 2> won{};
  while (won[0] < 3 && won[1] < 3)
    if (const int winner = hand(enough); winner >= 0) ++won[static_cast<std::size_t>(winner)];
  return won[0] > won[1] ? 0 : 1;
}

// Returns the winner, or -1.
int BarePazaak::hand(const std::array<int, 2>& enough) {
  std::array<std::int8_t, 40> deck = sorted;
  std::uint64_t luck = word();
  int left = 40;
  std::array<int, 2> value{};
  std::array<bool, 2> stands{};
  while (true) {
    for (std::size_t player = 0; player < 2; ++player) {
      if (stands[player]) continue;
      const uint128 scaled = static_cast<uint128>(luck) * static_cast<unsigned>(left);
      luck = static_cast<std::uint64_t>(scaled);
      std::int8_t& slot = deck[static_cast<std::size_t>(scaled >> 64)];
      value[player] += slot;
      slot = deck[static_cast<std::size_t>(--left)];
      if (left == 30) luck = word();
      stands[player] = value[player] >= enough[player];
    }
    const bool one_bust = value[0] > 20, two_bust = value[1] > 20;
    if (one_bust || two_bust) return one_bust && two_bust ? -1 : one_bust ? 1 : 0;
    if (value[0] > value[1] && stands[1]) return 0;
    if (value[1] > value[0] && stands[0]) return 1;
    if (stands[0] && stands[1]) return -1;
  }
}

}  // namespace hilltop::bench
