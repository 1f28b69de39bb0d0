#include "core/announcement.hpp"

#include <stop_token>
#include <utility>

namespace hilltop {

Announcement::Announcement(std::function<void()> say, std::chrono::milliseconds patience) {
  if (!say) return;
  thread_ = std::jthread([this, patience, say = std::move(say)](const std::stop_token& ends) {
    std::unique_lock lock(mutex_);
    ends_.wait_for(lock, ends, patience, [] { return false; });
    if (!ends.stop_requested()) say();
  });
}

}  // namespace hilltop
