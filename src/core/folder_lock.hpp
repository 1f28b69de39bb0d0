#pragma once
#include <chrono>
#include <filesystem>

#include "core/descriptor.hpp"

namespace hilltop {

// Max wait for another program that holds a folder.
inline constexpr std::chrono::seconds folder_wait_max{10};

// Keeps a folder as it is while it is read, and whole while it is written, where several programs
// of Hilltop use it at once. It binds only who takes it: people and bots do not.
class FolderLock {
 public:
  enum class Use { read, write };

  // Waits until nobody writes, or neither reads nor writes, the folder. Gives up after
  // folder_wait_max, for any program may hold it for as long as it likes, and where the file system
  // has no locks: then it holds nothing.
  FolderLock(const std::filesystem::path& folder, Use use);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  Descriptor folder_;
};

}  // namespace hilltop
