#pragma once
#include <cstddef>
#include <cstdint>

#include "play/keys.hpp"

namespace hilltop::play {

// Consecutive games of the same contestants, with luck of one fixture.
struct Series {
  FixtureLuck luck{0};
  std::uint32_t first_game = 0;
  std::uint32_t games = 0;
  // Contestant (s + first_seat + g) mod n takes seat s of game g if seats rotate, else contestant
  // s.
  bool rotates = true;
  int first_seat = 0;
  // Plays each deal twice, with the seats swapped: games 2k and 2k+1 have the randomness of deal k,
  // house bots' included. Only for two contestants whose seats rotate
  // (docs/decisions/0006-ranking.md).
  bool mirrored = false;

  // Returns the number that keys the randomness of a game.
  std::uint32_t deal(std::uint32_t game) const { return mirrored ? game / 2 : game; }
  // Returns which of `contestants` has seat 0; the others follow in cyclic order.
  std::size_t first_player(std::uint32_t game, std::size_t contestants) const {
    return rotates ? (static_cast<std::uint64_t>(first_seat) + game) % contestants : 0;
  }
  std::uint32_t end() const { return first_game + games; }

  friend bool operator==(const Series&, const Series&) = default;
};

}  // namespace hilltop::play
