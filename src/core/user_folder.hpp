#pragma once
#include <filesystem>

namespace hilltop {

// Returns Hilltop's folder among the user's files of one kind: $VARIABLE/hilltop, else
// $HOME/BELOW_HOME/hilltop; empty if neither is an absolute path. For the variables see the XDG
// Base Directory Specification.
std::filesystem::path user_folder(const char* variable, const char* below_home);

}  // namespace hilltop
