#pragma once
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace hilltop::server {

// Calls a function once at a time of the day, on a thread of its own. Safe from any thread.
class StartClock {
 public:
  using Time = std::chrono::system_clock::time_point;

  // `strike` may call set().
  explicit StartClock(std::function<void()> strike);
  // Waits for the end of a call.
  ~StartClock();
  StartClock(const StartClock&) = delete;
  StartClock& operator=(const StartClock&) = delete;

  // A time in the place of the one before, at once if it is over; nullopt: none.
  void set(std::optional<Time> at);

 private:
  void wait(const std::stop_token& stop);

  const std::function<void()> strike_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Time> at_;
  std::jthread thread_;
};

}  // namespace hilltop::server
