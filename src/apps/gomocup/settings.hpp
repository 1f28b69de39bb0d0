#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "apps/gomocup/time_plan.hpp"
#include "games/gomoku/engine/limits.hpp"
#include "games/gomoku/variant.hpp"

namespace hilltop::gomocup {

// What a manager has said by INFO.
struct Settings {
  Clocks clocks;
  std::int64_t nodes = 0;  // of each search; 0: the clock alone
  int depth = gomoku::SearchLimits::max_depth;
  std::int64_t rule = 0;
  // A program of analysis, such as Yixin-Board, has announced itself: its number of renju is 2.
  bool is_yixin = false;
  bool says_iterations = false, marks_best = false;  // INFO show_detail

  // Takes "KEY VALUE". A manager expects no answer, whatever it says; what is none is ignored.
  void take(std::string_view what);

  // nullopt: the engine does not play by this rule.
  std::optional<gomoku::RowRule> row_rule() const;
};

}  // namespace hilltop::gomocup
