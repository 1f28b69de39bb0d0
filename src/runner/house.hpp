#pragma once
#include <filesystem>

namespace hilltop::runner {

// Creates a folder for bots in the folder for temporary files; removes those of programs that were
// killed. Throws std::filesystem::filesystem_error, and std::runtime_error if the folder for
// temporary files is missing.
std::filesystem::path make_house();

}  // namespace hilltop::runner
