#include "core/folder_lock.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <thread>

namespace hilltop {

FolderLock::FolderLock(const std::filesystem::path& folder, Use use)
    : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  constexpr std::chrono::milliseconds tick{5};
  const int kind = use == Use::read ? LOCK_SH : LOCK_EX;
  const auto end = std::chrono::steady_clock::now() + folder_wait_max;
  while (folder_.open() && flock(folder_.number(), kind | LOCK_NB) != 0) {
    if ((errno != EWOULDBLOCK && errno != EINTR) || std::chrono::steady_clock::now() > end)
      folder_.close();
    else
      std::this_thread::sleep_for(tick);
  }
}

FolderLock::~FolderLock() {
  // A process that was forked meanwhile may still have the descriptor.
  if (folder_.open()) flock(folder_.number(), LOCK_UN);
}

}  // namespace hilltop
