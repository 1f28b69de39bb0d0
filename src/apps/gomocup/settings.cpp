#include "apps/gomocup/settings.hpp"

#include <algorithm>
#include <string>

#include "apps/gomocup/lines.hpp"
#include "core/text.hpp"

namespace hilltop::gomocup {
namespace {

using namespace gomoku;

constexpr std::int64_t renju_of_yixin = 2;
constexpr std::int64_t memory_bytes_max = std::int64_t{1} << 40;
// The bits of INFO show_detail.
constexpr std::int64_t mark_best = 1, say_iterations = 2;

// A search remembers some 3,000 positions of 16 bytes in a millisecond.
constexpr std::int64_t table_bytes_of_ms = 3'000 * 16;
constexpr std::int64_t table_bytes_min = 2 << 20;
constexpr std::int64_t program_bytes = 20 << 20;

}  // namespace

void Settings::take(std::string_view what) {
  const std::size_t end = std::min(what.find_first_of(white_space), what.size());
  const std::string key = upper(std::string(what.substr(0, end)));
  const auto number = number_in<std::int64_t>(trimmed(what.substr(end)));
  if (!number) return;
  if (key == "TIME_LEFT") clocks.left_ms = *number;  // also below 0, after an overrun
  if (key == "MAX_NODE") nodes = std::max<std::int64_t>(*number, 0);  // Yixin-Board's -1: no limit
  if (*number < 0) return;
  if (key == "TIMEOUT_TURN") clocks.turn_ms = *number;
  if (key == "TIMEOUT_MATCH") clocks.left_ms = clocks.match_ms = *number;
  if (key == "MAX_DEPTH")
    depth = static_cast<int>(std::clamp<std::int64_t>(*number, 1, SearchLimits::max_depth));
  if (key == "RULE") rule = *number;
  if (key == "THREAD_NUM")
    threads = static_cast<int>(std::clamp<std::int64_t>(*number, 1, threads_max));
  // 0: no limit. Yixin's hash_size is that of the table alone, in KiB.
  if (key == "MAX_MEMORY") memory_bytes = *number == 0 ? memory_bytes_max : *number;
  if (key == "HASH_SIZE")
    memory_bytes = program_bytes + 2 * std::min(*number, table_bytes_max / 1024) * 1024;
  if (key == "SHOW_DETAIL") {
    marks_best = (*number & mark_best) != 0;
    says_iterations = (*number & say_iterations) != 0;
  }
}

std::int64_t Settings::table_bytes() const {
  const std::int64_t ms = thinking_ms(
      {.turn_ms = clocks.turn_ms, .match_ms = clocks.match_ms, .left_ms = clocks.match_ms});
  const std::int64_t filled =
      std::min(ms, table_bytes_max / table_bytes_of_ms) * table_bytes_of_ms * threads;
  const std::int64_t allowed = std::min((memory_bytes - program_bytes) / 2, table_bytes_max);
  return std::max(std::min(filled, allowed), table_bytes_min);
}

std::optional<RowRule> Settings::row_rule() const {
  if (is_yixin && rule == renju_of_yixin) return RowRule::renju;
  for (const RowRule known : {RowRule::five_or_more, RowRule::exactly_five, RowRule::renju})
    if (static_cast<std::int64_t>(known) == rule) return known;
  return std::nullopt;
}

}  // namespace hilltop::gomocup
