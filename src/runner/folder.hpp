#pragma once
#include <cstdint>
#include <filesystem>

namespace hilltop::runner {

// What may stand in a bot's folder. Folders are files.
struct Room {
  std::uint64_t bytes;
  std::uint64_t files;
  int depth;  // of folders in one another

  friend bool operator==(const Room&, const Room&) = default;
};

// What stands in a folder, as far as it was looked at.
struct Contained {
  std::uint64_t bytes = 0;  // that it takes of the disk
  std::uint64_t files = 0;
  int depth = 0;
};

// Looks at all of it, or until it holds more than `enough`. No link is followed. A folder in it
// that its owner cannot read is made readable, so the caller must own the folder, or guard the bot
// that does. What still cannot be read counts as nothing.
Contained contained_in(const std::filesystem::path& folder, const Room& enough);

// Removes it with all that it holds, however deep and whatever its modes; as far as that can be.
void remove_tree(const std::filesystem::path& folder);

}  // namespace hilltop::runner
