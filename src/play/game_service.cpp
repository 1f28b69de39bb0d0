#include "play/game_service.hpp"

namespace hilltop::play {

PlayedGames none_of(const GameOrder& order) {
  PlayedGames none;
  none.result = tournament::BatchResult::none(order.first_game, order.contestants.size());
  if (order.answers) none.answers.resize(order.contestants.size());
  return none;
}

}  // namespace hilltop::play
