#pragma once
#include <array>
#include <span>
#include <vector>

#include "games/pig/actions.hpp"
#include "games/pig/bots/adviser.hpp"
#include "games/pig/bots/analysis.hpp"
#include "games/pig/bots/bots.hpp"
#include "games/pig/log.hpp"
#include "games/pig/outcomes.hpp"
#include "games/pig/rules.hpp"
#include "games/pig/scene.hpp"
#include "games/pig/screen.hpp"
#include "games/pig/solver/answer.hpp"
#include "games/pig/text.hpp"
#include "games/pig/wire.hpp"

namespace hilltop::pig {

// What the arena sees of this folder.
struct Module {
  using Rules = pig::Rules;
  using Text = pig::Text;
  using Actions = pig::Actions;
  using Outcomes = pig::Outcomes;
  using Log = pig::Log;
  using Screen = pig::Screen;
  using Scene = pig::Scene;
  using Wire = pig::Wire;
  using Solver = pig::Solver;
  using Analysis = pig::Analysis;
  static constexpr std::array<RuleSet, 1> rule_sets{
      {{"standard", "the first to hold 100 points wins; a 1 loses the turn"}}};
  static constexpr std::array<CommandExample, 2> examples{{
      {"compare", "pig pace+race=25 pace", "two settings of a house bot"},
      {"tune", "examples/tune/pace.toml"},
  }};
  static constexpr GameInfo info{"pig", "Pig", rule_sets, {"", false}, examples};
  static std::vector<Figure> figures(const State& state, Seat seat) {
    return pig::figures(state, seat);
  }
  static Advice<Rules> advise(const Rules::View& view) { return pig::advise(view); }
  static std::span<const HouseBot<Rules>> house_bots() { return pig::house_bots(); }
};

}  // namespace hilltop::pig
