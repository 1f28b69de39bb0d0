#include "games/pig/bots/random.hpp"

namespace hilltop::pig {

// Its luck is keyed by the round and the roll, so that it needs no memory of the game.
Move Random::choose(const State& view) {
  const std::vector<Move> legal = Rules::legal_moves(view);
  return legal[luck_
                   .on(static_cast<std::uint32_t>(view.round),
                       static_cast<std::uint32_t>(view.rolls))
                   .below(static_cast<std::uint32_t>(legal.size()))];
}

}  // namespace hilltop::pig
