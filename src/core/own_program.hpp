#pragma once
#include <filesystem>

namespace hilltop {

// Runs this program again, also when its file was replaced meanwhile.
inline constexpr const char* own_program = "/proc/self/exe";

// Returns the folder that has this program's file, and what comes with it.
inline std::filesystem::path own_folder() {
  return std::filesystem::read_symlink(own_program).parent_path();
}

}  // namespace hilltop
