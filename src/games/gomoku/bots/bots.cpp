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

template <std::int64_t nodes>
std::unique_ptr<Bot<Rules>> make_step() {
  return make_champion(nodes);
}

}  // namespace

std::span<const HouseBot<Rules>> house_bots() {
  static constexpr HouseBot<Rules> bots[] = {
      {"greedy", "Greedy", "wins or blocks where it can, else builds its longest line",
       make_greedy},
      {"random", "Random", "plays any legal move", make_random},
      {"novice", "Novice", "searches 2 positions ahead of each stone", make_step<2>,
       /*qualifies=*/false},
      {"club", "Club Player", "searches 20 positions ahead of each stone", make_step<20>,
       /*qualifies=*/false},
      {"expert", "Expert", "searches 200 positions ahead of each stone", make_step<200>,
       /*qualifies=*/false},
      {"master", "Master", "searches 2,000 positions ahead of each stone", make_step<2000>,
       /*qualifies=*/false},
      {"champion", "Champion", "searches 20,000 positions ahead of each stone", make_usual_champion,
       /*qualifies=*/false, /*remembers=*/false, /*prepare=*/nullptr, champion_parameters,
       make_champion_with},
  };
  return bots;
}

}  // namespace hilltop::gomoku
