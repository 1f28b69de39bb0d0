#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <variant>
#include <vector>

#include "play/game_service.hpp"

namespace hilltop::play {

// Games that are known, or an order for them.
using Piece = std::variant<tournament::BatchResult, GameOrder>;

// Returns the games of an order as pieces. `known`: some of its games, in order.
template <class Blocks>
std::vector<Piece> pieces_of(GameOrder order, const Blocks& known) {
  std::vector<Piece> pieces;
  const std::uint32_t end = order.end();
  const auto order_up_to = [&](std::uint32_t next) {
    if (next == order.first_game) return;
    order.games = next - order.first_game;
    pieces.emplace_back(order);
  };
  for (const tournament::BatchResult& block : known) {
    order_up_to(block.first_game);
    pieces.emplace_back(block);
    order.first_game = block.first_game + block.games;
  }
  order_up_to(end);
  return pieces;
}

// Games that are played as units 0 to units-1, each of pieces that follow one another.
struct GameUnits {
  std::size_t units = 0;
  // Returns the pieces of a unit; called once for each unit, in their order unless claims make one
  // wait.
  std::function<std::vector<Piece>(std::size_t unit)> pieces = {};
  // Returns the numbers that a unit claims (a bot that keeps files): units that claim the same run
  // one after the other, in order. Null: none does.
  std::function<std::span<const int>(std::size_t unit)> claims = {};
  // Takes games of an order as they come; units may be under way at the same time. `ended`: they
  // are the last ones of their order. May be null.
  std::function<void(std::size_t unit, PlayedGames& games, bool ended)> arrived = {};
  // Takes the games of each unit, in order; it has fewer if one of its orders was cancelled, or
  // ended by a disqualification. Returns whether to go on.
  std::function<bool(std::size_t unit, PlayedGames games)> take = {};
  // Units begun after the first one that was not taken; nullopt: as the service wishes. Bounds the
  // results that wait.
  std::optional<std::size_t> ahead_max = {};
  std::stop_token stop = {};  // when requested, orders end with their current games
};

// Plays units on a service that has nothing else to do. When `take` wants no more, cancels the
// orders under way and lets their games arrive. Passes on exceptions.
void play_in_order(GameService& service, const GameUnits& what);

}  // namespace hilltop::play
