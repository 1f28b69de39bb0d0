#pragma once
#include <filesystem>

namespace hilltop::runner {

// Copies a regular file to a new one of this mode. Holes stay holes. Throws
// std::filesystem::filesystem_error.
void copy_file(const std::filesystem::path& from, const std::filesystem::path& to,
               std::filesystem::perms mode);

}  // namespace hilltop::runner
