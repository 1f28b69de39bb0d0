#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "runner/folder.hpp"
#include "runner/limits.hpp"
#include "runner/report.hpp"

namespace hilltop::runner {

// What a bot's processes may do and use; warden/sandbox.hpp has the layers that enforce it.
struct Policy {
  enum class Mode : std::uint8_t {
    off,      // only what is needed to leave no process behind
    best,     // every layer that this machine supports
    require,  // no bot starts without the layers that every machine should have
  };

  Mode mode = Mode::best;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
  int processes = 64;        // max processes and threads
  std::optional<int> cpu_s;  // processor time of the whole bot per game; nullopt: unlimited
  std::uint64_t file_bytes = std::uint64_t{256} << 20;
  // Limits on the bot's folder, including its author's files.
  Room room{folder_bytes_max, folder_files_max, folder_depth_max};
  // Absolute paths that a bot may read and execute besides its folder and the system's.
  std::vector<std::filesystem::path> readable;
  Layers without;  // switched off, to measure the cost of each layer
};

// The table [limits] of a contest or a bot; nullopt if a key is not set.
struct Limits {
  std::optional<int> memory_mb, processes, cpu_s, disk_mb, files;
};

// The keys of the table; the least value of each is 1.
struct LimitKey {
  std::string_view name;
  std::optional<int> Limits::* limit;
  int most;
};
inline constexpr std::array<LimitKey, 5> limit_keys = {{
    {"memory_mb", &Limits::memory_mb, memory_mb_max},
    {"processes", &Limits::processes, processes_max},
    {"cpu_s", &Limits::cpu_s, cpu_s_max},
    {"disk_mb", &Limits::disk_mb, static_cast<int>(folder_bytes_max >> 20)},
    {"files", &Limits::files, static_cast<int>(folder_files_max)},
}};

Policy with(Policy policy, const Limits& limits);
// Returns the table that makes a policy of any other; a key without a limit is not set.
Limits limits_of(const Policy& policy);
// Like with(), but raises no limit.
Policy lowered(const Policy& policy, const Limits& limits);

}  // namespace hilltop::runner
