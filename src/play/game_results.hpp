#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tournament/tally.hpp"

namespace hilltop::play {

// The result of one game, as far as a digest covers it.
struct GameResult {
  std::vector<int> points;  // by seat
  std::uint64_t decisions = 0;
  std::uint64_t left = 0;  // bit i: seat i left the game
  friend bool operator==(const GameResult&, const GameResult&) = default;
};

// Append to BatchResult::bytes: numbers in groups of seven bits, the lowest first; points zigzag
// encoded (0, -1, 1, -2, …), so that small ones are short.
inline void put_number(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  for (; number >= 128; number >>= 7) bytes.push_back(static_cast<std::uint8_t>(number | 128));
  bytes.push_back(static_cast<std::uint8_t>(number));
}
inline void put_points(std::vector<std::uint8_t>& bytes, int points) {
  put_number(bytes,
             static_cast<std::uint64_t>(points) << 1 ^ static_cast<std::uint64_t>(points >> 31));
}

// Decodes at most `max` games in order, without an incomplete one at the end.
std::vector<GameResult> game_results(std::span<const std::uint8_t> bytes, std::size_t seats,
                                     std::size_t max);

// Takes the first game off the bytes; nullopt if they hold no complete game.
std::optional<GameResult> take_game(std::span<const std::uint8_t>& bytes, std::size_t seats);
// Does the same without allocating: `game` has a number of points for each seat, which are
// replaced. Returns whether there was a complete game.
bool take_game(std::span<const std::uint8_t>& bytes, GameResult& game);

// Returns the seats with the most points, among those that did not leave, as bits.
std::uint64_t on_top(const GameResult& game);

// Adds a game to the tallies, except its faults, which the result lacks. Seat s belongs to tally
// (first + s) mod n.
void add_game(std::vector<tournament::Tally>& tallies, const GameResult& game, std::size_t first);

}  // namespace hilltop::play
