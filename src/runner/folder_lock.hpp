#pragma once
#include <filesystem>

#include "core/descriptor.hpp"

namespace hilltop::runner {

// Keeps a bot's folder as it is while it is read, and whole while it is written, where several
// programs use it at once. It binds only who takes it: an author does not.
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

}  // namespace hilltop::runner
