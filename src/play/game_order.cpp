#include "play/game_order.hpp"

#include <stdexcept>

#include "play/playable_game.hpp"

namespace hilltop::play {

std::shared_ptr<const GameTerms> terms_of(const PlayableGame& game, const Conditions& conditions) {
  return std::make_shared<const GameTerms>(
      GameTerms{std::string(game.info().name), std::string(game.rules_name()), game.switches(),
                conditions.faults, conditions.time, limits_of(conditions.host.sandbox)});
}

Contestant contestant_of(const Entrant& entrant) {
  if (const auto* house = std::get_if<HousePlayer>(&entrant.player))
    return {entrant.name, entrant.title, *house};
  const auto* bot = std::get_if<runner::Manifest>(&entrant.player);
  if (bot == nullptr) throw std::logic_error("no order seats a person");
  return {entrant.name, entrant.title,
          FolderBot{bot->name, entrant.content, bot->state, bot->parameters}};
}

}  // namespace hilltop::play
