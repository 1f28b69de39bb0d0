#pragma once
#include "games/yahtzee/bots/bots.hpp"
#include "games/yahtzee/log.hpp"
#include "games/yahtzee/rules.hpp"
#include "games/yahtzee/screen.hpp"
#include "games/yahtzee/solver/answer.hpp"
#include "games/yahtzee/text.hpp"
#include "games/yahtzee/wire.hpp"

namespace hilltop::yahtzee {

// What the arena's catalog lists.
struct Module {
  using Rules = yahtzee::Rules;
  using Text = yahtzee::Text;
  using Log = yahtzee::Log;
  using Screen = yahtzee::Screen;
  using Wire = yahtzee::Wire;
  using Solver = yahtzee::Solver;
  static constexpr GameInfo info{"yahtzee", "Yahtzee", rule_sets, {"score", false}};
  static std::vector<Figure> figures(const Rules::State& state, Seat seat) {
    return yahtzee::figures(state, seat);
  }
  static std::span<const HouseBot<Rules>> house_bots() { return yahtzee::house_bots(); }
};

}  // namespace hilltop::yahtzee
