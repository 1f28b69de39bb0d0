#include "games/pig/bots/analysis.hpp"

namespace hilltop::pig {
namespace {

constexpr int points_a_kind = 5;

}  // namespace

DecisionKind Analysis::kind(const State& view, Move move) {
  const bool is_forced = view.rolls == 0 || view.hold_wins();  // P6
  const int from = view.turn_total / points_a_kind * points_a_kind;
  return {std::string(move == Move::roll ? "rolls with " : "holds with ") + std::to_string(from) +
              " to " + std::to_string(from + points_a_kind - 1),
          is_forced};
}

std::string Analysis::fallen(const ChanceEvents::Event& event) {
  return "die " + std::to_string(event.die());
}

}  // namespace hilltop::pig
