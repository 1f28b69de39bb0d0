#pragma once
#include <array>
#include <map>
#include <span>
#include <string>

#include "games/gomoku/actions.hpp"
#include "games/gomoku/bots/adviser.hpp"
#include "games/gomoku/bots/analysis.hpp"
#include "games/gomoku/bots/bots.hpp"
#include "games/gomoku/bots/puzzles.hpp"
#include "games/gomoku/log.hpp"
#include "games/gomoku/openings_books.hpp"
#include "games/gomoku/openings_file.hpp"
#include "games/gomoku/outcomes.hpp"
#include "games/gomoku/psq.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/scene.hpp"
#include "games/gomoku/screen.hpp"
#include "games/gomoku/sgf.hpp"
#include "games/gomoku/solver/answer.hpp"
#include "games/gomoku/text.hpp"
#include "games/gomoku/trace.hpp"
#include "games/gomoku/wire.hpp"

namespace hilltop::gomoku {

// What the arena's catalog lists of this folder.
struct Module {
  using Rules = gomoku::Rules;
  using Text = gomoku::Text;
  using Actions = gomoku::Actions;
  using Outcomes = gomoku::Outcomes;
  using Wire = gomoku::Wire;
  using Log = gomoku::Log;
  using Screen = gomoku::Screen;
  using Scene = gomoku::Scene;
  using Solver = gomoku::Solver;
  using Puzzles = gomoku::Puzzles;
  using Trace = gomoku::Trace;
  using Analysis = gomoku::Analysis;

  static constexpr std::array<RuleSet, 5> rule_sets{{
      {"koth", "Swap2 in the contest's own wording: black moves first"},
      {"swap2", "the orthodox Swap2: white moves first, but black after white was taken"},
      {"freestyle", "from the empty board: five or more win", /*for_people=*/true},
      {"standard", "from the empty board: exactly five win"},
      {"renju", "from the empty board: black may not make six, two fours or two threes"},
  }};
  static constexpr std::array<CommandExample, 13> examples{{
      {"run", "koth-gomoku --bots examples/gomoku", "your bots, one folder each"},
      {"run", "koth-gomoku --sandbox require", "bots of strangers"},
      {"watch", "koth-gomoku --bots bots"},
      {"replay", "greedy,random:1 --format sgf >game.sgf"},
      {"play", "gomoku examples/gomoku/python greedy --games 2"},
      {"debug", "examples/gomoku/python --against random"},
      {"debug", "examples/gomoku/python --against human --games 1"},
      {"check", "examples/gomoku/python"},
      {"compare", "gomoku bots/new bots/old --elo0 -5 --elo1 5"},
      {"solve", "gomoku --position h8i8h9i9h10i10"},
      {"solve", "gomoku --rules renju --position h8i8h9i9h10i10 --proof win.jsonl"},
      {"puzzle", "gomoku", "the puzzle of the day"},
      {"new", "gomoku cpp bots/anvil"},
  }};
  static constexpr GameInfo info{"gomoku",
                                 "Gomoku",
                                 rule_sets,
                                 {"", false},
                                 examples,
                                 /*deals_follow_one_another=*/true};

  static constexpr std::array<SwitchFile, 1> switch_files{
      {{.name = "openings",
        .about = "Begin from the openings in FILE, each played from both sides",
        .bytes_max = openings_bytes_max,
        .read = read_openings,
        .is_for_one_game = false,
        .built_in = openings_books}}};

  // With Swap2 no switch has the size, and without it none says which colour moves first.
  static std::map<std::string, std::string> arguments(const Rules& rules) {
    return {{"size", std::to_string(rules.variant().size)},
            {"first_to_move", rules.first_to_move() == FirstToMove::black ? "black" : "balance"}};
  }

  static Advice<Rules> advise(const Rules::View& view) { return gomoku::advise(view); }
  static std::span<const HouseBot<Rules>> house_bots() { return gomoku::house_bots(); }

  static std::span<const FileFormat<Rules>> formats() {
    static constexpr std::array<FileFormat<Rules>, 2> all{{
        {"sgf", "Smart Game Format, which most programs for board games open", write_sgf},
        {"psq", "Piskvork's format; a game in which the colours do not take turns is refused",
         write_psq},
    }};
    return all;
  }
};

}  // namespace hilltop::gomoku
