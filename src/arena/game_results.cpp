#include "arena/game_results.hpp"

#include <algorithm>
#include <optional>

namespace hilltop::arena {
namespace {

constexpr unsigned bits_max = 64;

// Takes a number off the front; nullopt if there is no complete one.
std::optional<std::uint64_t> take_number(std::span<const std::uint8_t>& bytes) {
  std::uint64_t number = 0;
  for (unsigned bits = 0; bits < bits_max && bits / 7 < bytes.size(); bits += 7) {
    const std::uint64_t group = bytes[bits / 7];
    number |= (group & 127) << bits;
    if (group < 128) {
      bytes = bytes.subspan(bits / 7 + 1);
      return number;
    }
  }
  return std::nullopt;
}

}  // namespace

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

void add_game(std::vector<tournament::Tally>& tallies, const GameResult& game, std::size_t first) {
  const std::size_t seats = game.points.size();
  const auto left = [&](std::size_t seat) { return (game.left >> seat & 1) != 0; };
  std::optional<int> top;
  int on_top = 0;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (left(seat)) continue;
    if (!top || game.points[seat] > *top) on_top = 0;
    top = std::max(top.value_or(game.points[seat]), game.points[seat]);
    on_top += game.points[seat] == *top;
  }
  for (std::size_t seat = 0; seat < seats; ++seat) {
    tournament::Tally& tally = tallies[(first + seat) % seats];
    const bool is_first = !left(seat) && game.points[seat] == top;
    ++tally.games;
    tally.won += is_first && on_top == 1;
    tally.tied += is_first && on_top > 1;
    tally.sum += game.points[seat];
    tally.best = std::max(game.points[seat], tally.best.value_or(game.points[seat]));
  }
}

std::vector<GameResult> game_results(std::span<const std::uint8_t> bytes, std::size_t seats,
                                     std::size_t max) {
  std::vector<GameResult> games;
  while (games.size() < max) {
    auto game = take_game(bytes, seats);
    if (!game) break;
    games.push_back(*std::move(game));
  }
  return games;
}

}  // namespace hilltop::arena
