#pragma once
#include <cstdint>
#include <filesystem>
#include <vector>

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
  int processes = 64;  // threads count
  std::uint64_t file_bytes = std::uint64_t{256} << 20;
  // What a bot may read and execute beside its folder and the system's: absolute paths.
  std::vector<std::filesystem::path> readable;
  Layers without;  // left out all the same, to measure what each costs
};

}  // namespace hilltop::runner
