#pragma once
#include <chrono>
#include <filesystem>

#include "core/descriptor.hpp"

namespace hilltop {

// Keeps a folder as it is while it is read, and whole while it is written, where several programs
// of Hilltop use it at once. It binds only programs that take it: people and bots do not.
// Thread-safe.
class FolderLock {
 public:
  enum class Use { read, write };

  // Waits until no other holder writes, or none reads or writes, the folder, `wait_max` at most:
  // any program may hold it for as long as it likes. After a wait in vain for a folder a program
  // waits at most a second for it.
  FolderLock(const std::filesystem::path& folder, Use use, std::chrono::milliseconds wait_max);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  // Returns whether another program held it all the time. Where the file system has no locks, or
  // there is no such folder, none does, and this holds nothing either.
  bool refused() const { return refused_; }

 private:
  Descriptor folder_;
  bool refused_ = false;
};

}  // namespace hilltop
