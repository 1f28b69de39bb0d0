#include "games/gomoku/stones.hpp"

#include <utility>

#include "games/gomoku/log.hpp"

namespace hilltop::gomoku {
namespace {

using Laid = std::vector<LaidStone>;

struct Layer {
  const State& before;

  Laid operator()(const Open& move) const {
    return {{move.first_black, Colour::black},
            {move.white, Colour::white},
            {move.second_black, Colour::black}};
  }
  Laid operator()(const TakeBlack&) const { return {}; }
  Laid operator()(const TakeWhite& move) const { return {{move.white, Colour::white}}; }
  Laid operator()(const PlaceTwo& move) const {
    return {{move.white, Colour::white}, {move.black, Colour::black}};
  }
  Laid operator()(const PickColour&) const { return {}; }
  Laid operator()(const Place& move) const { return {{move.point, before.to_move}}; }
};

}  // namespace

std::vector<LaidStone> stones_of(const State& before, const Move& move) {
  return std::visit(Layer{before}, move);
}

Stones stones_of(const PlayedGame<Rules>& game) {
  Log log(game.rules, game.names, game.chance);
  Stones all{{}, log.opening(), game.rules.start(2, game.chance), opener, {}};
  Colour colour = Colour::black;
  for (const Point point : game.rules.opening(game.chance))
    all.stones.push_back({{point, std::exchange(colour, other(colour))}, {}, {}});
  const auto tell = [&](const std::string& line) {
    (all.stones.empty() ? all.told : all.stones.back().told) += line;
  };
  for (const PlayedGame<Rules>::Step& step : game.steps) {
    if (!step.move) {
      all.left = step.seat;
      tell(log.retired(step.seat, step.why_left));
      game.rules.retire(all.end, step.seat, game.chance);
      continue;
    }
    auto took = step.took.value_or(std::chrono::microseconds(0));
    for (const LaidStone& stone : stones_of(all.end, *step.move))
      all.stones.push_back({stone, std::exchange(took, {}), {}});
    const bool only_a_stone = all.end.phase == Phase::stones;
    if (!step.note.empty()) tell(step.note + '\n');
    if (const std::string line = log.played(step.seat, *step.move); !only_a_stone) tell(line);
    game.rules.apply(all.end, *step.move, game.chance);
  }
  tell(log.closing());
  all.black = all.end.black.value_or(opener);
  return all;
}

}  // namespace hilltop::gomoku
