#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "core/progress.hpp"
#include "core/threads.hpp"

namespace hilltop::yahtzee {

// Returns one thread per processor, up to the number that still gains anything.
inline int threads_here() {
  constexpr int threads_max = 16;
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, threads_max);
}

// Counts the parts of some work that several threads have done. The reference must outlive it.
class SharedProgress {
 public:
  SharedProgress(const Progress& progress, std::uint64_t parts)
      : progress_(progress), parts_(parts) {}

  // Throws what the progress throws, once: the work ends, and other threads count for nobody.
  void count_part() {
    if (!progress_) return;
    const std::scoped_lock lock(mutex_);
    if (!std::exchange(goes_on_, false)) return;
    progress_(++done_, parts_);
    goes_on_ = true;
  }

 private:
  const Progress& progress_;
  const std::uint64_t parts_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  bool goes_on_ = true;  // false once the progress has thrown
};

// Calls work(i) for each i below `count` on several threads, each a part of the progress; each
// thread has a `work` of its own from make(). Continues with fewer threads if the system gives no
// more. If a call throws, no further ones are begun, and the first exception is thrown here.
template <class Make>
void share(int threads, std::size_t count, SharedProgress& progress, const Make& make) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto take = [&] {
    try {
      auto work = make();
      for (std::size_t i; (i = next++) < count;) {
        work(i);
        progress.count_part();
      }
    } catch (...) {
      next = count;
      const std::scoped_lock lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    const auto others = start_threads(threads - 1, take);
    take();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace hilltop::yahtzee
