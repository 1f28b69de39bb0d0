#include "arena/game_results.hpp"

#include <optional>

namespace hilltop::arena {
namespace {

constexpr unsigned bits_most = 64;

// Takes a number from the front; nullopt: there is none.
std::optional<std::uint64_t> take_number(std::span<const std::uint8_t>& bytes) {
  std::uint64_t number = 0;
  for (unsigned bits = 0; bits < bits_most && bits / 7 < bytes.size(); bits += 7) {
    const std::uint64_t group = bytes[bits / 7];
    number |= (group & 127) << bits;
    if (group < 128) {
      bytes = bytes.subspan(bits / 7 + 1);
      return number;
    }
  }
  return std::nullopt;
}

std::optional<GameResult> take_game(std::span<const std::uint8_t>& bytes, std::size_t seats) {
  GameResult game;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const auto folded = take_number(bytes);
    if (!folded) return std::nullopt;
    const auto half = static_cast<std::int64_t>(*folded >> 1);
    game.points.push_back(static_cast<int>((*folded & 1) == 0 ? half : -half - 1));
  }
  const auto decisions = take_number(bytes);
  const auto left = decisions ? take_number(bytes) : std::nullopt;
  if (!left) return std::nullopt;
  game.decisions = *decisions;
  game.left = *left;
  return game;
}

}  // namespace

std::vector<GameResult> game_results(std::span<const std::uint8_t> bytes, std::size_t seats,
                                     std::size_t most) {
  std::vector<GameResult> games;
  while (games.size() < most) {
    auto game = take_game(bytes, seats);
    if (!game) break;
    games.push_back(*std::move(game));
  }
  return games;
}

}  // namespace hilltop::arena
