#pragma once
#include <array>
#include <tuple>

#include "games/yahtzee/actions.hpp"
#include "games/yahtzee/bots/adviser.hpp"
#include "games/yahtzee/bots/analysis.hpp"
#include "games/yahtzee/bots/bots.hpp"
#include "games/yahtzee/bots/greedy.hpp"
#include "games/yahtzee/bots/optimal.hpp"
#include "games/yahtzee/bots/puzzles.hpp"
#include "games/yahtzee/dice_file.hpp"
#include "games/yahtzee/log.hpp"
#include "games/yahtzee/outcomes.hpp"
#include "games/yahtzee/rules.hpp"
#include "games/yahtzee/scene.hpp"
#include "games/yahtzee/screen.hpp"
#include "games/yahtzee/solver/answer.hpp"
#include "games/yahtzee/text.hpp"
#include "games/yahtzee/wire.hpp"

namespace hilltop::yahtzee {

// What the arena's catalog lists of this folder.
struct Module {
  using Rules = yahtzee::Rules;
  using Text = yahtzee::Text;
  using Actions = yahtzee::Actions;
  using Outcomes = yahtzee::Outcomes;
  using Log = yahtzee::Log;
  using Screen = yahtzee::Screen;
  using Scene = yahtzee::Scene;
  using Wire = yahtzee::Wire;
  using Solver = yahtzee::Solver;
  using Puzzles = yahtzee::Puzzles;
  using Analysis = yahtzee::Analysis;
  using InlinedBots = std::tuple<Greedy, Optimal>;
  static constexpr std::array<CommandExample, 8> examples{{
      {"play", "yahtzee human human greedy --rules cab201-advanced"},
      {"play", "yahtzee human --dice rolls.txt", "practice with dice of your own"},
      {"check", "bots/old --game yahtzee --format json"},
      {"solve", "yahtzee --rules cab201-basic"},
      {"solve", "yahtzee --dice 1,3,3,5,6 --card full_house=25,chance=22"},
      {"solve", "yahtzee --dice 6,6,6,6,6 --rolls 0 --card yahtzee=50,sixes=18 --format json"},
      {"puzzle", "yahtzee 17"},
      {"new", "yahtzee javascript bots/dicey"},
  }};
  static constexpr GameInfo info{"yahtzee", "Yahtzee", rule_sets, {"score", false, true}, examples};
  static constexpr std::array<SwitchFile, 1> switch_files{
      {{"dice", "Take the dice from FILE, numbers 1 to 6, as they fall", dice_bytes_max,
        read_dice}}};
  static std::vector<Figure> figures(const Rules::State& state, Seat seat) {
    return yahtzee::figures(state, seat);
  }
  static Advice<Rules> advise(const View& view) { return yahtzee::advise(view); }
  static std::span<const HouseBot<Rules>> house_bots() { return yahtzee::house_bots(); }
};

}  // namespace hilltop::yahtzee
