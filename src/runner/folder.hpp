#pragma once
#include <cstdint>
#include <filesystem>

namespace hilltop::runner {

// Limits on a bot's folder. Folders count as files.
struct Room {
  std::uint64_t bytes;
  std::uint64_t files;
  int depth;  // max nesting of folders

  friend bool operator==(const Room&, const Room&) = default;
};

// Measured content of a folder; partial if the measurement stopped early.
struct Contained {
  std::uint64_t bytes = 0;  // disk space used
  std::uint64_t files = 0;
  int depth = 0;
};

// The folder, among those of bots, in which a server keeps bots that do not play.
inline constexpr const char* withdrawn_folder = ".withdrawn";

// Returns the real path of a bot's folder; of one that a server has withdrawn, the path at which it
// would play.
std::filesystem::path path_as_it_plays(const std::filesystem::path& folder);

// Returns the folder beside a layer in which overlayfs prepares what it puts there.
std::filesystem::path work_folder_of(const std::filesystem::path& layer);

// Measures a folder completely, or until it exceeds `enough`. Follows no links. Makes unreadable
// folders in it readable, so the caller must own the folder or be the warden of the bot that does.
// What still cannot be read counts as nothing.
Contained contained_in(const std::filesystem::path& folder, const Room& enough);

// Removes a folder with everything in it as far as possible, whatever its depth and modes.
void remove_tree(const std::filesystem::path& folder);

}  // namespace hilltop::runner
