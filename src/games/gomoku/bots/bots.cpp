#include "games/gomoku/bots/bots.hpp"

namespace hilltop::gomoku {

namespace {

constexpr BotParameter champion_parameters[] = {
    {"nodes", "stones that it may lay in its search for a move", SearchLimits::default_nodes, 1,
     1'000'000'000},
};

std::unique_ptr<Bot<Rules>> make_champion_with(std::span<const int> values) {
  return make_champion(values[0]);
}

std::unique_ptr<Bot<Rules>> make_usual_champion() { return make_champion(); }

}  // namespace

std::span<const HouseBot<Rules>> house_bots() {
  static constexpr HouseBot<Rules> bots[] = {
      {"greedy", "Greedy", "wins or blocks where it can, else builds its longest line",
       make_greedy},
      {"random", "Random", "plays any legal move", make_random},
      {"champion", "Champion", "searches 20,000 positions ahead of each stone", make_usual_champion,
       /*qualifies=*/false, /*remembers=*/false, /*prepare=*/nullptr, champion_parameters,
       make_champion_with},
  };
  return bots;
}

}  // namespace hilltop::gomoku
