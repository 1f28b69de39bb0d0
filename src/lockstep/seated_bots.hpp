#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "lockstep/games.hpp"
#include "match/direct_bot.hpp"
#include "play/keys.hpp"
#include "play/module_parts.hpp"

namespace hilltop::lockstep {

// The house bots of all places. Each place has its own, because a bot may remember its game.
template <class E>
class SeatedBots {
  using R = typename E::Rules;

 public:
  // nullopt: the caller plays.
  using Player = std::optional<DirectBot<R, typename play::InlinedBots<E>::type>>;

  SeatedBots() = default;
  SeatedBots(std::size_t places, const std::vector<LockstepPlayer>& players)
      : players_(players.size()) {
    for (std::size_t place = 0; place < places; ++place) {
      for (const LockstepPlayer& player : players)
        bots_.push_back(player.bot.empty() ? nullptr : play::make_house_bot<E>(player.bot));
      for (std::size_t at = 0; at < 2 * players_; ++at) {
        Bot<R>* const bot = bots_[place * players_ + at % players_].get();
        ring_.push_back(bot != nullptr ? Player(bot) : std::nullopt);
      }
    }
  }

  // Returns the players of a place in the order of the seats if this player has the first one.
  const Player* by_seat(std::size_t place, std::size_t first) const {
    return ring_.data() + 2 * players_ * place + first;
  }

  // Tells the bots of a place that a game begins. `luck`: by player.
  void begin(std::size_t place, const std::vector<play::ChanceKeys>& luck, std::uint32_t deal) {
    for (std::size_t player = 0; player < players_; ++player)
      if (const auto& bot = bots_[players_ * place + player]) bot->begin(luck[player].chance(deal));
  }

 private:
  std::size_t players_ = 0;
  std::vector<std::unique_ptr<Bot<R>>> bots_;  // by place and player; null: the caller
  std::vector<Player> ring_;                   // by place, its players twice
};

}  // namespace hilltop::lockstep
