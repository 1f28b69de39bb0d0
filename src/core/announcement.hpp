#pragma once
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace hilltop {

// A step whose progress is not visible: if it takes longer than people wait without a
// word, `say` is called once, on another thread.
class Announcement {
 public:
  explicit Announcement(std::function<void()> say,
                        std::chrono::milliseconds patience = std::chrono::seconds(1));

 private:
  std::mutex mutex_;
  std::condition_variable_any ends_;
  std::jthread thread_;  // the last member: it uses the others
};

}  // namespace hilltop
