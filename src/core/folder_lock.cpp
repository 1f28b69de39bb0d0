#include "core/folder_lock.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <tuple>

namespace hilltop {
namespace {

// The folders that were waited for in vain, each with its use.
class GivenUp {
 public:
  using Wish = std::tuple<dev_t, ino_t, FolderLock::Use>;

  bool has(const Wish& wish) {
    const std::scoped_lock lock(mutex_);
    return wishes_.contains(wish);
  }
  void insert(const Wish& wish) {
    const std::scoped_lock lock(mutex_);
    wishes_.insert(wish);
  }
  void erase(const Wish& wish) {
    const std::scoped_lock lock(mutex_);
    wishes_.erase(wish);
  }

 private:
  std::mutex mutex_;
  std::set<Wish> wishes_;
};

GivenUp& given_up() {
  static GivenUp wishes;
  return wishes;
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder, Use use,
                       std::chrono::milliseconds wait_max)
    : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  constexpr std::chrono::milliseconds tick{5}, wait_again_max{1000};
  struct stat found{};
  if (!folder_.open() || fstat(folder_.number(), &found) != 0) return;
  const GivenUp::Wish wish{found.st_dev, found.st_ino, use};
  const bool was_given_up = given_up().has(wish);
  const auto end = std::chrono::steady_clock::now() +
                   (was_given_up ? std::min(wait_max, wait_again_max) : wait_max);
  while (flock(folder_.number(), (use == Use::read ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    refused_ = errno == EWOULDBLOCK;
    if (!refused_ || std::chrono::steady_clock::now() >= end) {
      if (refused_) given_up().insert(wish);
      folder_.close();
      return;
    }
    std::this_thread::sleep_for(tick);
  }
  refused_ = false;
  if (was_given_up) given_up().erase(wish);
}

FolderLock::~FolderLock() {
  // A process that was forked meanwhile may still have the descriptor.
  if (folder_.open()) flock(folder_.number(), LOCK_UN);
}

}  // namespace hilltop
