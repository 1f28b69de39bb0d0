#include "server/hosting/start_clock.hpp"

#include <algorithm>
#include <utility>

namespace hilltop::server {
namespace {

// The clock of the machine may be set: it is looked at so often.
constexpr std::chrono::seconds look_every_s{30};

}  // namespace

StartClock::StartClock(std::function<void()> strike)
    : strike_(std::move(strike)), thread_([this](const std::stop_token& stop) { wait(stop); }) {}

StartClock::~StartClock() {
  thread_.request_stop();
  changed_.notify_all();
}

void StartClock::set(std::optional<Time> at) {
  {
    const std::scoped_lock lock(mutex_);
    at_ = at;
  }
  changed_.notify_all();
}

void StartClock::wait(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (!at_) {
      changed_.wait(lock, stop, [&] { return at_.has_value(); });
      continue;
    }
    const Time now = std::chrono::system_clock::now();
    if (*at_ <= now) {
      at_.reset();
      lock.unlock();
      strike_();
      lock.lock();
      continue;
    }
    const auto next = std::min<Time::duration>(*at_ - now, look_every_s);
    const auto awaited = at_;
    changed_.wait_for(lock, stop, next, [&] { return at_ != awaited; });
  }
}

}  // namespace hilltop::server
