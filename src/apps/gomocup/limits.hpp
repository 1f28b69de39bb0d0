#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace hilltop::gomocup {

// Every limit of this module.
inline constexpr std::size_t line_bytes_max = 64 * 1024;  // of an engine, without its line feed
inline constexpr std::size_t quoted_bytes_max = 40;       // of an engine, in the account of a fault
inline constexpr std::int64_t limit_ms_max = 86'400'000;  // as the conditions's own limits

// An engine that leaves ABOUT unanswered is waited for that long, once.
inline constexpr std::chrono::milliseconds about_time_max{1000};
// What it says unasked is thrown away before it is asked, up to so many lines.
inline constexpr int stale_lines_max = 10'000;
// From END until it is killed, and from the end of its output until it is called alive. The
// conditions grants the first half a second.
inline constexpr std::chrono::milliseconds end_time_max{300};
inline constexpr std::chrono::milliseconds exit_time_max{100};

// Between the conditions's limit and ours lies the way through three pipes; between ours and what
// the engine is told, its own slowness in stopping.
constexpr std::int64_t own_limit_ms(std::int64_t judge_ms) {
  return judge_ms - (judge_ms < 1000 ? judge_ms / 20 : 50);
}
constexpr std::int64_t told_limit_ms(std::int64_t judge_ms) {
  return judge_ms - (judge_ms < 1000 ? judge_ms / 5 : 200);
}

}  // namespace hilltop::gomocup
