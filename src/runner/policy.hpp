#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
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

Policy with(Policy policy, const Limits& limits);
// Like with(), but raises no limit.
Policy lowered(const Policy& policy, const Limits& limits);

}  // namespace hilltop::runner
