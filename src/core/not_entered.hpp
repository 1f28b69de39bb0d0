#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/text.hpp"

namespace hilltop {

// Returns the name of a folder without the path to it, for reports that others read.
inline std::string folder_name(const std::filesystem::path& folder) {
  if (folder.empty()) return {};
  const std::filesystem::path whole = std::filesystem::absolute(folder).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

// A bot's folder that a contest cannot enter, and why.
struct NotEntered {
  struct Cause {
    std::string place;  // file and line in the folder, as in "meta:4"; empty: the folder itself
    std::string what;   // what is wrong, and what is allowed
  };

  std::filesystem::path folder;
  std::string name, author;   // as far as they could be read
  std::vector<Cause> causes;  // in the order of files and lines; not empty

  // Returns a cause with its place, which begins with `base`: "bots/kid/meta:4: …".
  static std::string text(const Cause& cause, const std::string& base) {
    const std::string place = base + (cause.place.empty() ? "" : '/' + cause.place);
    return printable(place, std::string::npos) + ": " + cause.what;
  }
};

}  // namespace hilltop
