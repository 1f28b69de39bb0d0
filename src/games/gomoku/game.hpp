#pragma once
#include <array>
#include <span>

#include "games/gomoku/bots/bots.hpp"
#include "games/gomoku/log.hpp"
#include "games/gomoku/psq.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/screen.hpp"
#include "games/gomoku/sgf.hpp"
#include "games/gomoku/text.hpp"
#include "games/gomoku/wire.hpp"

namespace hilltop::gomoku {

// What the arena's catalog takes of this folder.
struct Module {
  using Rules = gomoku::Rules;
  using Text = gomoku::Text;
  using Wire = gomoku::Wire;
  using Log = gomoku::Log;
  using Screen = gomoku::Screen;

  static constexpr std::array<RuleSet, 2> rule_sets{{
      {"koth", "Swap2 in the contest's own wording: whoever plays black moves first"},
      {"swap2", "the orthodox Swap2: white moves first, but black after white was taken"},
  }};
  static constexpr GameInfo info{"gomoku", "Gomoku", rule_sets, {"", false}};

  static std::span<const HouseBot<Rules>> house_bots() { return gomoku::house_bots(); }

  static std::span<const FileFormat<Rules>> formats() {
    static constexpr std::array<FileFormat<Rules>, 2> all{{{"sgf", write_sgf}, {"psq", write_psq}}};
    return all;
  }
};

}  // namespace hilltop::gomoku
