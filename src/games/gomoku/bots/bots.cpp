#include "games/gomoku/bots/bots.hpp"

namespace hilltop::gomoku {

std::span<const HouseBot<Rules>> house_bots() {
  static constexpr HouseBot<Rules> bots[] = {
      {"greedy", "Greedy", "wins or blocks where it can, else builds its longest line",
       make_greedy},
      {"random", "Random", "plays any legal move", make_random},
  };
  return bots;
}

}  // namespace hilltop::gomoku
