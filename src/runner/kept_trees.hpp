#pragma once
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "core/descriptor.hpp"
#include "runner/content.hpp"
#include "runner/copied_tree.hpp"

// Copies of large folders that outlive the program, in the user's folder for caches. They are only
// read: a bot's own files are in a layer above (decision 0083).
namespace hilltop::runner {

// A kept copy in use: no program removes it while this object is there.
class KeptTree {
 public:
  KeptTree(std::filesystem::path files, Descriptor lock)
      : files_(std::move(files)), lock_(std::move(lock)) {}
  const std::filesystem::path& files() const { return files_; }

 private:
  std::filesystem::path files_;
  Descriptor lock_;
};

// Returns whether a folder is so large that keeping its copy pays: making it anew takes longer than
// a game.
bool is_worth_keeping(const Tree& tree);

// Returns the folder of the kept copies, which only its user enters; empty if there is none.
std::filesystem::path kept_trees_folder();

// What the names of folders in it begin with that are being made, or removed.
inline constexpr std::string_view kept_half_prefix = "half-";

// Returns a copy of the part `tree` of the folder `from`, whose files and links have these hashes:
// the kept one, if each file and folder in it has the inode, size and times that it had when it was
// made, else a new one. nullopt if none can be kept: there is no place, the disk is full, `from`
// changes meanwhile, or other programs use all that there may be. A kill at any moment leaves no
// copy that would be used.
std::optional<KeptTree> kept_tree(const std::filesystem::path& from, const Tree& tree,
                                  const Files& hashes, KnownHashes& known);

}  // namespace hilltop::runner
