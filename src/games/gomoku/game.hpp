#pragma once
#include <array>
#include <span>

#include "games/gomoku/bots/adviser.hpp"
#include "games/gomoku/bots/bots.hpp"
#include "games/gomoku/log.hpp"
#include "games/gomoku/psq.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/screen.hpp"
#include "games/gomoku/sgf.hpp"
#include "games/gomoku/text.hpp"
#include "games/gomoku/wire.hpp"

namespace hilltop::gomoku {

// What the arena's catalog lists of this folder.
struct Module {
  using Rules = gomoku::Rules;
  using Text = gomoku::Text;
  using Wire = gomoku::Wire;
  using Log = gomoku::Log;
  using Screen = gomoku::Screen;

  static constexpr std::array<RuleSet, 2> rule_sets{{
      {"koth", "Swap2 in the contest's own wording: black moves first"},
      {"swap2", "the orthodox Swap2: white moves first, but black after white was taken"},
  }};
  static constexpr std::array<CommandExample, 10> examples{{
      {"run", "koth-gomoku --bots examples/gomoku", "your bots, one folder each"},
      {"run", "koth-gomoku --sandbox require", "bots of strangers"},
      {"watch", "koth-gomoku --bots bots"},
      {"replay", "greedy,random:1 --format sgf >game.sgf"},
      {"play", "gomoku examples/gomoku/python greedy --games 2"},
      {"debug", "examples/gomoku/python --against random"},
      {"debug", "examples/gomoku/python --against human --games 1"},
      {"check", "examples/gomoku/python"},
      {"compare", "gomoku bots/new bots/old --elo0 -5 --elo1 5"},
      {"new", "gomoku cpp bots/anvil"},
  }};
  static constexpr GameInfo info{"gomoku", "Gomoku", rule_sets, {"", false}, examples};

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
