#include "runner/watchdog.hpp"

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <thread>
#include <vector>

#include "runner/limits.hpp"

namespace hilltop::runner {

// One thread for all guards; it sleeps while there is none.
class Watchdog {
 public:
  static Watchdog& instance() {
    static Watchdog watchdog;
    return watchdog;
  }

  void add(ReadGuard& post) {
    const std::lock_guard lock(mutex_);
    posts_.push_back(&post);
    changed_.notify_all();
  }

  void remove(ReadGuard& post) {
    const std::lock_guard lock(mutex_);
    std::erase(posts_, &post);
  }

 private:
  Watchdog() {
    struct sigaction quiet{};
    quiet.sa_handler = [](int) {};  // without SA_RESTART: the read ends with EINTR
    sigaction(SIGURG, &quiet, nullptr);
    thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
  }

  void watch(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      changed_.wait(lock, stop, [this] { return !posts_.empty(); });
      changed_.wait_for(lock, stop, watchdog_tick, [] { return false; });
      for (ReadGuard* const post : posts_) {
        const std::uint64_t visits = post->visits_.load(std::memory_order_relaxed);
        if (visits % 2 == 1 && visits == post->seen_) pthread_kill(post->thread_, SIGURG);
        post->seen_ = visits;
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::vector<ReadGuard*> posts_;
  std::jthread thread_;
};

ReadGuard::ReadGuard() : thread_(pthread_self()) { Watchdog::instance().add(*this); }
ReadGuard::~ReadGuard() { Watchdog::instance().remove(*this); }

ReadGuard& read_guard() {
  thread_local ReadGuard post;
  return post;
}

}  // namespace hilltop::runner
