#pragma once
#include <array>
#include <span>
#include <tuple>

#include "games/pazaak/actions.hpp"
#include "games/pazaak/bots/adviser.hpp"
#include "games/pazaak/bots/analysis.hpp"
#include "games/pazaak/bots/austin.hpp"
#include "games/pazaak/bots/bastila.hpp"
#include "games/pazaak/bots/bots.hpp"
#include "games/pazaak/bots/kid.hpp"
#include "games/pazaak/bots/nestor.hpp"
#include "games/pazaak/bots/puzzles.hpp"
#include "games/pazaak/bots/threshold.hpp"
#include "games/pazaak/log.hpp"
#include "games/pazaak/outcomes.hpp"
#include "games/pazaak/rules.hpp"
#include "games/pazaak/scene.hpp"
#include "games/pazaak/screen.hpp"
#include "games/pazaak/solver/answer.hpp"
#include "games/pazaak/text.hpp"
#include "games/pazaak/wire.hpp"

namespace hilltop::pazaak {

// What the arena's catalog lists of this folder.
struct Module {
  using Rules = pazaak::Rules;
  using Text = pazaak::Text;
  using Actions = pazaak::Actions;
  using Outcomes = pazaak::Outcomes;
  using Log = pazaak::Log;
  using Screen = pazaak::Screen;
  using Scene = pazaak::Scene;
  using Wire = pazaak::Wire;
  using Solver = pazaak::Solver;
  using Puzzles = pazaak::Puzzles;
  using Analysis = pazaak::Analysis;
  using InlinedBots = std::tuple<Threshold, Bastila, Kid, Austin, Nestor>;
  static constexpr std::array<RuleSet, 1> rule_sets{
      {{"koth", "Simple Pazaak of the King of the Hill contest"}}};
  static constexpr std::array<CommandExample, 18> examples{{
      {"", "play pazaak human kid", "play against a house bot in this terminal"},
      {"", "run koth-pazaak", "play a whole contest of bots, and print its ranking"},
      {"", "new pazaak python my-bot", "write a bot of your own: this one plays already"},
      {"run", "koth-pazaak", "the contest as it was played"},
      {"run", "koth-pazaak --seed 2 --games 1000", "quicker, with another seed"},
      {"show", "koth-pazaak --store old.db", "another contest, out of another store"},
      {"report", "koth-pazaak --csv data --json all.json"},
      {"verify",
       "koth-pazaak --digest 12f54f3618655eee207a2ce3200ae537c0bfeae87934090e45bb902ee3417e58"},
      {"verify", "koth-pazaak --store hilltop.db --sample 100"},
      {"replay", "bold,cautious:100000 koth-pazaak --store hilltop.db"},
      {"play", "pazaak kid nestor --log"},
      {"play", "pazaak bold cautious --games 100000 --seed 7"},
      {"compare", "pazaak kid nestor"},
      {"compare", "pazaak bots/mine kid --max-games 20000 --format json"},
      {"solve", "pazaak --set side_cards=5"},
      {"puzzle", "pazaak --make 500 --seed 1 >puzzles.txt", "a new stock"},
      {"list", "pazaak", "its rule sets, house bots and contests"},
      {"new", "pazaak python bots/mine"},
  }};
  static constexpr GameInfo info{"pazaak", "Simple Pazaak", rule_sets, {"hands", true}, examples};
  static Advice<Rules> advise(const Rules::View& view) { return pazaak::advise(view); }
  static std::span<const HouseBot<Rules>> house_bots() { return pazaak::house_bots(); }
};

}  // namespace hilltop::pazaak
