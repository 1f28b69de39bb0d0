#pragma once
#include <cstddef>
#include <cstdint>
#include <exception>

#include "play/game_order.hpp"
#include "play/played.hpp"

namespace hilltop::play {

using OrderId = std::uint64_t;

// More games of an order, which follow those of its answers before.
struct Answer {
  OrderId order;
  PlayedGames played;
  // The order has no more games: all were played, one disqualified or did not fit its record, or
  // the order was cancelled.
  bool ended;
  // The failure that ended the order: of the machine, or ListRanOut. The log in `played` may have
  // the beginning of a game. Null: there was none.
  std::exception_ptr failure = nullptr;
};

constexpr std::size_t units_ahead_usual = 256;
constexpr std::uint32_t games_an_order_usual = 4096;

// Plays orders: on threads of this program (Threads), or on other machines. One thread starts
// orders and takes answers.
class GameService {
 public:
  virtual ~GameService() = default;

  // Begins an order, now or when there is room. `id`: the caller's, of no order under way; that of
  // an order that has ended may come again.
  virtual void start(OrderId id, GameOrder order) = 0;
  // Waits for more games of any order that was started and has not ended; there is one.
  virtual Answer next() = 0;
  // Ends the orders that were started, with their current games; next() still returns their
  // answers. Safe to call on any thread.
  virtual void cancel() = 0;
  // Returns how many units of games it wishes to have before the first of them is complete.
  virtual std::size_t units_ahead() const { return units_ahead_usual; }
  // Returns the max number of games that it wishes to have in an order of house bots.
  virtual std::uint32_t games_an_order() const { return games_an_order_usual; }
};

// The same for a service that sends orders to other machines: as many games as an order's text and
// its way are worth, and no more than the bytes of their results (about 4 a game) that one answer
// may hold.
constexpr std::uint32_t games_an_order_elsewhere = 1 << 20;

// Returns that no game of the order was played.
PlayedGames none_of(const GameOrder& order);

}  // namespace hilltop::play
