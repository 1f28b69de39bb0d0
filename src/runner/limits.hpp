#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace hilltop::runner {

// All limits of this module.
inline constexpr std::size_t meta_bytes_max = 4096;
inline constexpr std::size_t bot_toml_bytes_max = 16 * 1024;
inline constexpr std::size_t toml_key_parts_max = 16;
// Max values that a contest or a bot.toml may ask for.
inline constexpr int memory_mb_max = 1024 * 1024;
inline constexpr int processes_max = 4096;
inline constexpr int cpu_s_max = 7 * 24 * 3600;
inline constexpr std::size_t name_characters_max = 64;
// Limits on the parameters of a bot.
inline constexpr std::size_t parameters_max = 64, parameter_name_bytes_max = 32;
inline constexpr int parameter_max = 1'000'000'000;  // the least is its negative
// Max places outside the system's folders to which links in these lead.
inline constexpr std::size_t linked_places_max = 256;
// Limits on a bot's folder. A contest or the bot.toml may lower them.
inline constexpr std::size_t folder_files_max = 100'000;
inline constexpr std::uintmax_t folder_bytes_max = std::uintmax_t{4} << 30;
inline constexpr int folder_depth_max = 64;
// Folders with so many files, or of that size, are kept as copies for later commands (decision
// 0083), as many as this and so large in all, unless none has used them for so long.
inline constexpr std::size_t kept_files_min = 256;
inline constexpr std::uintmax_t kept_bytes_min = std::uintmax_t{16} << 20;
inline constexpr std::size_t kept_trees_max = 16;
inline constexpr std::uintmax_t kept_bytes_max = std::uintmax_t{8} << 30;
inline constexpr std::chrono::hours kept_unused_max{24 * 30};
// How much older than what is in it a folder of a copy seems: `make` makes anew a folder that is
// older than what it is made of.
inline constexpr std::chrono::hours folder_age{48};
// Limits on the files that a bot wrote itself and finds in its next run.
inline constexpr std::size_t data_files_max = 1000;
inline constexpr std::uintmax_t data_bytes_max = std::uintmax_t{64} << 20;
inline constexpr int data_depth_max = 16;
inline constexpr std::size_t own_files_list_bytes_max = std::size_t{16} << 20;
// Max wait for other programs that read or write a bot's folder; one may be copying
// folder_bytes_max.
inline constexpr std::chrono::seconds folder_wait_max{60};
inline constexpr std::size_t line_bytes_max =
    64 * 1024;                                         // per answer of a bot, without its line feed
inline constexpr std::size_t quoted_bytes_max = 80;    // of a bot's output, in a fault's detail
inline constexpr std::size_t error_bytes_kept = 4096;  // of the end of standard error
inline constexpr std::size_t error_bytes_shown_max = 1 << 20;  // per process
inline constexpr std::size_t error_bytes_at_once = 64 * 1024;  // read in one go

// Max wait for an answer by a plain read; after it, poll() waits for the deadline.
inline constexpr std::chrono::milliseconds watchdog_tick{4};

// Max time of one wait for a bot. What it takes longer, by more than a tick, the arena did not run.
inline constexpr std::chrono::milliseconds wait_max{20};

// Max wait for an answer after its deadline, in order to tell by how much it was late.
inline constexpr std::chrono::milliseconds late_max{200};

// The machine's delay is measured after 1 / unmeasured_share of the time for an answer, so that
// quick answers cost nothing. It may have caused a timeout if it is 1 / overload_share of that
// time.
inline constexpr int unmeasured_share = 8, overload_share = 10;

// A bot that ran for less than 1 / idle_share of the time since then has waited.
inline constexpr int idle_share = 100;

// Intervals between measurements of what the kernel does not limit. Measuring the folder takes at
// most a hundredth of the time.
inline constexpr std::chrono::milliseconds gauge_tick{100};
inline constexpr std::chrono::milliseconds folder_tick{1000};

// Max waits of the arena for its own warden: until it has run the bot's command, and until it has
// killed all of its processes. Far above what either takes, so that a loaded machine causes no
// error.
inline constexpr std::chrono::seconds start_time_max{30};
inline constexpr std::chrono::seconds kill_time_max{10};

// Max time of a build command, and then until its log has arrived.
inline constexpr std::chrono::seconds build_time_max{300};
inline constexpr std::chrono::seconds log_time_max{10};

}  // namespace hilltop::runner
