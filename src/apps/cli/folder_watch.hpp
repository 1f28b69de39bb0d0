#pragma once
#include <filesystem>
#include <stop_token>

#include "core/descriptor.hpp"

namespace hilltop::cli {

// Waits for changes in folders, with inotify(7).
class FolderWatch {
 public:
  FolderWatch();

  // Watches a folder. Ignores a missing one, and one that is watched already.
  void add(const std::filesystem::path& folder);
  // Watches a folder and all folders below that belong to a bot (runner/content.hpp).
  void add_tree(const std::filesystem::path& folder);

  // Waits until something has changed since the last call, and then nothing for a moment. Returns
  // false if stopped. Throws on failures of the machine.
  bool wait(const std::stop_token& stop);

 private:
  bool anything_within(int milliseconds);

  Descriptor events_, woken_;
};

}  // namespace hilltop::cli
