#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace hilltop::yahtzee {

// Returns one thread per processor, up to the number that still gains anything.
inline int threads_here() {
  constexpr int threads_max = 16;
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, threads_max);
}

// Calls work(i) for each i below `count` on several threads; each has a `work` of its own from
// make(). Continues with fewer threads if the system gives no more. If a call throws, no further
// ones are begun, and the first exception is thrown here.
template <class Make>
void share(int threads, std::size_t count, const Make& make) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto take = [&] {
    try {
      auto work = make();
      for (std::size_t i; (i = next++) < count;) work(i);
    } catch (...) {
      next = count;
      const std::scoped_lock lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::jthread> others;
  try {
    while (static_cast<int>(others.size()) + 1 < threads) others.emplace_back(take);
  } catch (const std::system_error&) {}
  take();
  others.clear();  // joins them
  if (failure) std::rethrow_exception(failure);
}

}  // namespace hilltop::yahtzee
