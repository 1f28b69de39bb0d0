#include "games/tictactoe/bots/bots.hpp"

namespace hilltop::tictactoe {

std::span<const HouseBot<Rules>> house_bots() {
  static constexpr HouseBot<Rules> bots[] = {
      {"perfect", "Perfect", "looks at every game there is, and never loses", make_perfect},
      {"random", "Random", "marks any free cell", make_random},
  };
  return bots;
}

}  // namespace hilltop::tictactoe
