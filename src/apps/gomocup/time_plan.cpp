#include "apps/gomocup/time_plan.hpp"

#include <algorithm>

namespace hilltop::gomocup {
namespace {

constexpr std::int64_t turn_margin_share = 8;  // of the turn
constexpr std::int64_t turn_margin_ms_min = 10, turn_margin_ms_max = 250;
constexpr std::int64_t match_margin_ms = 150;
constexpr std::int64_t moves_to_come = 16;  // one of these is what a move may take of the match
constexpr std::int64_t hurried_ms = 5;

}  // namespace

std::int64_t thinking_ms(const Clocks& clocks) {
  const std::int64_t margin =
      std::clamp(clocks.turn_ms / turn_margin_share, turn_margin_ms_min, turn_margin_ms_max);
  std::int64_t ms = clocks.turn_ms == 0 ? hurried_ms : clocks.turn_ms - margin;
  if (clocks.match_ms > 0) ms = std::min(ms, (clocks.left_ms - match_margin_ms) / moves_to_come);
  return std::max<std::int64_t>(1, ms);
}

}  // namespace hilltop::gomocup
