#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "apps/gomocup/time_plan.hpp"
#include "games/gomoku/engine/limits.hpp"
#include "games/gomoku/variant.hpp"

namespace hilltop::gomocup {

constexpr int threads_max = 64;
constexpr std::int64_t table_bytes_max = std::int64_t{4} << 30;

// The settings that a manager has made by INFO.
struct Settings {
  Clocks clocks;
  std::int64_t nodes = 0;  // of each search; 0: the clock alone
  int depth = gomoku::SearchLimits::max_depth;
  int threads = 1;
  std::int64_t memory_bytes = 350 << 20;  // of the program; the protocol's default
  std::int64_t rule = 0;
  // A program of analysis, such as Yixin-Board, has announced itself: its number of renju is 2.
  bool is_yixin = false;
  bool says_iterations = false, marks_best = false;  // INFO show_detail

  // Takes "KEY VALUE" and ignores any other text: a manager expects no answer to INFO.
  void take(std::string_view what);

  // Returns the size of a table for searches by the clock: as much as one fills that has the whole
  // match before it and stops in time, but at most half of the memory. All moves of a game have the
  // same: a table of another size begins empty.
  std::int64_t table_bytes() const;

  // nullopt: the engine does not play by this rule.
  std::optional<gomoku::RowRule> row_rule() const;
};

}  // namespace hilltop::gomocup
