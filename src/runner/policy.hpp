#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "runner/folder.hpp"
#include "runner/limits.hpp"
#include "runner/report.hpp"

namespace hilltop::runner {

// What a bot's processes may do and use (warden/sandbox.hpp has the layers that see to it).
struct Policy {
  enum class Mode : std::uint8_t {
    off,      // only what it takes to leave no process behind
    best,     // every layer that can be had
    require,  // the layers that every machine should have, or no bot starts
  };

  Mode mode = Mode::best;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
  int processes = 64;        // threads count
  std::optional<int> cpu_s;  // of all of them, a game; nullopt: as much as they like
  std::uint64_t file_bytes = std::uint64_t{256} << 20;
  // In the bot's folder, with what its author put there.
  Room room{folder_bytes_max, folder_files_max, folder_depth_max};
  // What a bot may read and execute beside its folder and the system's: absolute paths.
  std::vector<std::filesystem::path> readable;
  Layers without;  // left out all the same, to measure what each costs
};

// What the table [limits] of a contest or a bot asks for; nullopt: nothing.
struct Limits {
  std::optional<int> memory_mb, processes, cpu_s, disk_mb, files;
};

Policy with(Policy policy, const Limits& limits);
// The same, but no limit is higher than before.
Policy lowered(const Policy& policy, const Limits& limits);

}  // namespace hilltop::runner
