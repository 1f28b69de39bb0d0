#pragma once
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"
#include "play/game_order.hpp"
#include "play/played.hpp"
#include "play/venue.hpp"

// The games of a batch of orders, as text that a worker sends, and what tells two answers apart.
namespace hilltop::cluster {

// What an answer to an order must have.
struct OrderShape {
  std::uint32_t first_game, games;
  std::vector<std::string> names;  // of the contestants
};
OrderShape shape_of(const play::GameOrder& order);

using BatchGames = std::vector<play::PlayedGames>;  // by order

// Returns orders and games as text, a line each.
std::string text_of(std::span<const std::string> orders);
std::string text_of(BatchGames games);

// Problem: it is no order.
std::expected<std::vector<play::GameOrder>, Problem> read_order_lines(std::string_view text);
// Problem: these are not all games of the orders.
std::expected<BatchGames, Problem> read_games(std::string_view text,
                                              std::span<const OrderShape> orders);

// Returns whether a contestant is a bot in a folder.
bool has_processes(const play::GameOrder& order);

// Plays orders on one thread, one after the other. `progress`: takes the games so far, about once a
// second; what it returns says whether to go on. Returns nullopt if it was stopped. Throws failures
// of the machine.
std::optional<BatchGames> play_batch(std::span<const play::GameOrder> orders,
                                     const play::Venue& venue, const std::stop_token& stop,
                                     const std::function<bool(std::uint64_t)>& progress);

// The first game that two answers have otherwise.
struct GameDifference {
  std::size_t order;
  std::uint32_t game;
  bool may_be_of_machine;  // a fault that a slow or full machine may cause stands before it
};
// Compares what follows from the orders: results, moves and faults, and no times.
std::optional<GameDifference> difference(const BatchGames& a, const BatchGames& b);

// Returns what people call such a game: "bold, kid: game 17".
std::string text_of(const GameDifference& at, std::span<const OrderShape> orders);

}  // namespace hilltop::cluster
