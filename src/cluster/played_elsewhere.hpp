#pragma once
#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <vector>

#include "cluster/stage.hpp"
#include "play/game_service.hpp"

namespace hilltop::cluster {

// Plays nothing: answers orders from the shards that were played, and collects those of which games
// are missing, to be played elsewhere.
class PlayedElsewhere final : public play::GameService {
 public:
  // Outlives this object.
  explicit PlayedElsewhere(const PlayedOrders& played) : played_(played) {}

  void start(play::OrderId id, play::GameOrder order) override;
  // Throws std::runtime_error if a file that was whole is whole no more.
  play::Answer next() override;
  // Does nothing: what was played arrives all the same.
  void cancel() override {}
  // All of a round are collected.
  std::size_t units_ahead() const override { return std::numeric_limits<std::size_t>::max(); }
  std::uint32_t games_an_order() const override { return play::games_an_order_elsewhere; }

  // Returns the orders without a game, in the order of their start.
  std::vector<play::GameOrder> take_missing() { return std::exchange(missing_, {}); }

 private:
  struct Known {
    play::OrderId id;
    play::GameOrder order;
    PlayedOrders::Place place;
  };

  const PlayedOrders& played_;
  std::deque<Known> known_;
  std::deque<play::Answer> without_games_;
  std::vector<play::GameOrder> missing_;
};

}  // namespace hilltop::cluster
