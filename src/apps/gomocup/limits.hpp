#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace hilltop::gomocup {

// Every limit of this module.
inline constexpr std::size_t line_bytes_max = 64 * 1024;  // of an engine, without its line feed
inline constexpr std::size_t quoted_bytes_max = 40;       // of an engine, in a fault
inline constexpr std::int64_t limit_ms_max = 86'400'000;  // as for the contest's limits

inline constexpr std::size_t log_bytes_max = 4 << 20;  // of a game, in the file of --log

// Max lines that an engine wrote unasked and that are dropped before a question.
inline constexpr int stale_lines_max = 10'000;
// Times from END until the engine is killed, and from the end of its output until it counts as
// alive. The arena allows half a second for the first.
inline constexpr std::chrono::milliseconds end_time_max{300};
inline constexpr std::chrono::milliseconds exit_time_max{100};

// The longest single wait for an engine, after which another begins: poll() takes no longer one.
inline constexpr std::chrono::milliseconds poll_time_max{3'600'000};

// An engine is noted as late a little before the arena ends it, because lines pass through three
// pipes. The limit that it is told is lower still, because engines stop late.
constexpr std::int64_t noted_limit_ms(std::int64_t contest_ms) {
  return contest_ms - (contest_ms < 1000 ? contest_ms / 20 : 50);
}
constexpr std::int64_t told_limit_ms(std::int64_t contest_ms) {
  return contest_ms - (contest_ms < 1000 ? contest_ms / 5 : 200);
}

}  // namespace hilltop::gomocup
