#pragma once
#include <array>
#include <string_view>

namespace hilltop::runner {

// The folders of the system, which every bot may read and execute.
inline constexpr std::array system_folders = {"/usr",       "/bin",      "/sbin",   "/lib",
                                              "/lib32",     "/lib64",    "/libx32", "/opt",
                                              "/nix/store", "/gnu/store"};

// The folder of the system's settings, of which a bot may read what everybody may.
inline constexpr const char* settings_folder = "/etc";

// Returns whether a path is a folder or lies below it.
inline bool below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

}  // namespace hilltop::runner
