#pragma once
#include <array>
#include <span>

#include "games/tictactoe/actions.hpp"
#include "games/tictactoe/bots/adviser.hpp"
#include "games/tictactoe/bots/bots.hpp"
#include "games/tictactoe/log.hpp"
#include "games/tictactoe/rules.hpp"
#include "games/tictactoe/scene.hpp"
#include "games/tictactoe/screen.hpp"
#include "games/tictactoe/text.hpp"
#include "games/tictactoe/wire.hpp"

namespace hilltop::tictactoe {

// What the arena's catalog lists of this folder.
struct Module {
  using Rules = tictactoe::Rules;
  using Text = tictactoe::Text;
  using Actions = tictactoe::Actions;
  using Wire = tictactoe::Wire;
  using Log = tictactoe::Log;
  using Screen = tictactoe::Screen;
  using Scene = tictactoe::Scene;

  static constexpr std::array<RuleSet, 1> rule_sets{{{"classic", "three in a line win"}}};
  static constexpr GameInfo info{"tictactoe", "Tic-tac-toe", rule_sets, {"", false}};

  static Advice<Rules> advise(const Rules::View& view) { return tictactoe::advise(view); }
  static std::span<const HouseBot<Rules>> house_bots() { return tictactoe::house_bots(); }
};

}  // namespace hilltop::tictactoe
