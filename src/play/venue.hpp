#pragma once
#include <list>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "play/game_order.hpp"
#include "play/playable_game.hpp"

namespace hilltop::play {

// What a machine plays orders with: its games, its copies of bots, and how it runs them.
class Venue {
 public:
  virtual ~Venue() = default;

  struct Table {
    const PlayableGame& game;
    const Conditions& conditions;
    std::vector<const Entrant*> entrants;  // the order's contestants
    std::list<Entrant> own;                // those that were made for this order
  };
  // Returns the table for an order. Safe to call from several threads at once. Throws
  // std::runtime_error if a bot, or the game under these rules, is not here.
  virtual Table table(const GameOrder& order) const = 0;
};

// The venue of one command, whose orders are all of one game.
class HomeVenue final : public Venue {
 public:
  // All outlive this object. `entrants`: those that orders name; and bots in folders that orders
  // name with other parameters. House bots need not be among them.
  HomeVenue(const PlayableGame& game, const Conditions& conditions,
            std::span<const Entrant> entrants);

  Table table(const GameOrder& order) const override;

 private:
  const PlayableGame& game_;
  const Conditions& conditions_;
  std::span<const Entrant> entrants_;
  std::unordered_map<std::string_view, const Entrant*> bots_;  // in folders, by name
};

}  // namespace hilltop::play
