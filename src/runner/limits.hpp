#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace hilltop::runner {

// Every limit of this module.
inline constexpr std::size_t meta_bytes_max = 4096;
inline constexpr std::size_t bot_toml_bytes_max = 16 * 1024;
inline constexpr std::size_t toml_key_parts_max = 16;
// What a contest, or a bot.toml, may ask for.
inline constexpr int memory_mb_max = 1024 * 1024;
inline constexpr int processes_max = 4096;
inline constexpr int cpu_s_max = 7 * 24 * 3600;
inline constexpr std::size_t name_characters_max = 64;
// What a bot's folder may hold. A contest, or its bot.toml, may allow less.
inline constexpr std::size_t folder_files_max = 100'000;
inline constexpr std::uintmax_t folder_bytes_max = std::uintmax_t{4} << 30;
inline constexpr int folder_depth_max = 64;
// The files that a bot made itself and finds in its next run.
inline constexpr std::size_t data_files_max = 1000;
inline constexpr std::uintmax_t data_bytes_max = std::uintmax_t{64} << 20;
inline constexpr int data_depth_max = 16;
inline constexpr std::size_t line_bytes_max =
    64 * 1024;                                         // of a bot's answer, without its line feed
inline constexpr std::size_t quoted_bytes_max = 80;    // of a bot's output, in a fault's detail
inline constexpr std::size_t error_bytes_kept = 4096;  // of standard error, the last
inline constexpr std::size_t error_bytes_shown_max = 1 << 20;  // of each process
inline constexpr std::size_t error_bytes_at_once = 64 * 1024;  // that are read in one go

// After how long a wait for an answer is no longer a plain read, but a poll with the deadline.
inline constexpr std::chrono::milliseconds watchdog_tick{4};

// Between looks at what the kernel does not bound of what a bot uses. Those at its folder take a
// hundredth of the time at most.
inline constexpr std::chrono::milliseconds gauge_tick{100};
inline constexpr std::chrono::milliseconds folder_tick{1000};

// How long the arena waits for its own helper: until it has run the bot's command, and until it has
// killed every process of it. Far beyond what either takes, so that a loaded machine is no error.
inline constexpr std::chrono::seconds start_time_max{30};
inline constexpr std::chrono::seconds kill_time_max{10};

// What the command may take that builds a bot.
inline constexpr std::chrono::seconds build_time_max{300};

}  // namespace hilltop::runner
