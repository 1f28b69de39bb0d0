#pragma once
#include <filesystem>
#include <stop_token>

#include "core/descriptor.hpp"

namespace hilltop::cli {

// Tells when something changes in folders, by inotify(7).
class FolderWatch {
 public:
  FolderWatch();

  // What is not there is left out; what is watched already is watched once.
  void add(const std::filesystem::path& folder);
  // With all folders in it, but for those that are no part of a bot (runner/content.hpp).
  void add_tree(const std::filesystem::path& folder);

  // Returns when something has changed since it was last called, and then nothing for a moment.
  // False: it was told to stop. Throws what the machine refuses.
  bool wait(std::stop_token stop);

 private:
  bool anything_within(int milliseconds);

  Descriptor events_, woken_;
};

}  // namespace hilltop::cli
