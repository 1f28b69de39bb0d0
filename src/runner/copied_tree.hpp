#pragma once
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "runner/content.hpp"
#include "runner/folder.hpp"

namespace hilltop::runner {

class KnownHashes;

// A bot's folder exceeds its limits.
struct NoRoom : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What a copy has of one file, folder or link.
struct TreeEntry {
  enum class Kind : char { file = 'f', folder = 'd', link = 'l' };
  std::string name;  // its path in the folder, with '/'
  Kind kind;
  bool runs;            // a file that its owner may execute
  std::uint64_t bytes;  // of a file
  std::filesystem::file_time_type date;
};

// By name, so that a folder comes before what is in it.
using Tree = std::vector<TreeEntry>;

// Returns what a copy of a folder has: all but pipes, devices and what is_left_out(). Throws NoRoom
// if that exceeds `room`, and std::filesystem::filesystem_error.
Tree tree_in(const std::filesystem::path& folder, const Room& room);

// Returns the sum of the files' bytes.
std::uint64_t bytes_of(const Tree& tree);

// The users that may read and change a copy: its owner alone, or all that can enter the folder.
enum class OpenTo { owner, everybody };

// Copies what is in `tree` from one folder into another one, which exists. Files that have one date
// in `from` have one in the copy, and their order is the same, for `make`; all are of now, so that
// a cleaner of the folder for temporary files leaves them. Returns the hashes of the copies whose
// originals are settled. `known` are hashes of the originals; null if there are none. Throws
// std::filesystem::filesystem_error.
Files copy_tree(const std::filesystem::path& from, const Tree& tree,
                const std::filesystem::path& to, OpenTo open_to, KnownHashes* known = nullptr);

}  // namespace hilltop::runner
