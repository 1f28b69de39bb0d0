#include "play/game_results.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

#include "core/winners.hpp"

namespace hilltop::play {
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

bool take_game(std::span<const std::uint8_t>& bytes, GameResult& game) {
  for (int& points : game.points) {
    const auto folded = take_number(bytes);
    if (!folded) return false;
    const auto half = static_cast<std::int64_t>(*folded >> 1);
    points = static_cast<int>((*folded & 1) == 0 ? half : -half - 1);
  }
  const auto decisions = take_number(bytes);
  const auto left = decisions ? take_number(bytes) : std::nullopt;
  if (!left) return false;
  game.decisions = *decisions;
  game.left = *left;
  return true;
}

std::optional<GameResult> take_game(std::span<const std::uint8_t>& bytes, std::size_t seats) {
  GameResult game{std::vector<int>(seats)};
  if (!take_game(bytes, game)) return std::nullopt;
  return game;
}

std::uint64_t on_top(const GameResult& game) { return hilltop::on_top(game.points, game.left); }

void add_game(std::vector<tournament::Tally>& tallies, const GameResult& game, std::size_t first) {
  const std::size_t seats = game.points.size();
  const std::uint64_t top = on_top(game);
  const bool is_won = std::has_single_bit(top);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    tournament::Tally& tally = tallies[(first + seat) % seats];
    const bool is_first = (top >> seat & 1) != 0;
    ++tally.games;
    tally.won += is_first && is_won;
    tally.tied += is_first && !is_won;
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

}  // namespace hilltop::play
