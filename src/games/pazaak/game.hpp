#pragma once
#include <array>
#include <span>
#include <tuple>

#include "games/pazaak/bots/austin.hpp"
#include "games/pazaak/bots/bastila.hpp"
#include "games/pazaak/bots/bots.hpp"
#include "games/pazaak/bots/kid.hpp"
#include "games/pazaak/bots/nestor.hpp"
#include "games/pazaak/bots/threshold.hpp"
#include "games/pazaak/log.hpp"
#include "games/pazaak/rules.hpp"
#include "games/pazaak/screen.hpp"
#include "games/pazaak/solver/answer.hpp"
#include "games/pazaak/text.hpp"
#include "games/pazaak/wire.hpp"

namespace hilltop::pazaak {

// What the arena sees of this folder.
struct Module {
  using Rules = pazaak::Rules;
  using Text = pazaak::Text;
  using Log = pazaak::Log;
  using Screen = pazaak::Screen;
  using Wire = pazaak::Wire;
  using Solver = pazaak::Solver;
  using InlinedBots = std::tuple<Threshold, Bastila, Kid, Austin, Nestor>;
  static constexpr std::array<RuleSet, 1> rule_sets{
      {{"koth", "Simple Pazaak of the King of the Hill contest"}}};
  static constexpr GameInfo info{"pazaak", "Simple Pazaak", rule_sets, {"hands", true}};
  static std::span<const HouseBot<Rules>> house_bots() { return pazaak::house_bots(); }
};

}  // namespace hilltop::pazaak
