#include "games/pig/bots/bots.hpp"

#include <memory>

#include "games/pig/bots/hold_at.hpp"
#include "games/pig/bots/optimal.hpp"
#include "games/pig/bots/pace.hpp"
#include "games/pig/bots/random.hpp"
#include "games/pig/solver/win_table.hpp"

namespace hilltop::pig {
namespace {

template <class B, int... arguments>
std::unique_ptr<Bot<Rules>> make() {
  return std::make_unique<B>(arguments...);
}

constexpr BotParameter pace_parameters[] = {
    {"race", "rolls for the win from so many points before the target", Pace::usual_race, 0, 100},
    {"pace", "holds at this turn total when the scores are even", Pace::usual_pace, 1, 100},
    {"share", "adds one part in so many of its opponent's lead", Pace::usual_share, 1, 100},
};

std::unique_ptr<Bot<Rules>> make_pace(std::span<const int> values) {
  return std::make_unique<Pace>(values[0], values[1], values[2]);
}

// The process keeps the tables for good.
std::shared_ptr<const void> solve(const Rules& rules, int /*seats*/, const Progress&) {
  return {std::shared_ptr<const void>(), &win_table(rules.target())};
}

}  // namespace

std::span<const HouseBot<Rules>> house_bots() {
  static constexpr HouseBot<Rules> bots[] = {
      {"timid", "Timid", "holds after its first safe roll", make<HoldAt, 1>},
      {"random", "Random", "rolls or holds by the toss of a coin", make<Random>},
      {"hold-20", "Hold at 20", "holds at a turn total of 20", make<HoldAt, 20>},
      {"pace", "Pace Keeper",
       "holds at 21 and an eighth of its opponent's lead, and rolls for the win near the end",
       make<Pace>, /*qualifies=*/true, /*remembers=*/false, /*prepare=*/nullptr, pace_parameters,
       make_pace},
      {"optimal", "Optimal", "plays the game of two as it is solved", make<Optimal>,
       /*qualifies=*/false, /*remembers=*/false, solve},
  };
  return bots;
}

}  // namespace hilltop::pig
