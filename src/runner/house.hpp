#pragma once
#include <filesystem>
#include <string_view>

namespace hilltop::runner {

// Creates a folder in `parent` that only its user enters, whose name begins with `prefix` and the
// number of this process; removes those of programs that were killed. Throws
// std::filesystem::filesystem_error.
std::filesystem::path make_own_folder(const std::filesystem::path& parent, std::string_view prefix);

// Creates a folder for bots in the folder for temporary files; removes those of programs that were
// killed. Throws std::filesystem::filesystem_error, and std::runtime_error if the folder for
// temporary files is missing.
std::filesystem::path make_house();

}  // namespace hilltop::runner
