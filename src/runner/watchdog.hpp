#pragma once
#include <atomic>
#include <cstdint>
#include <pthread.h>

namespace hilltop::runner {

// Interrupts threads that block in a read for too long. A thread that is about to block enters its
// ReadGuard; if it stays there for longer than a tick, it is sent a signal that does nothing but
// interrupt the read, again and again until it leaves. So the usual answer, which comes within
// microseconds, costs no poll and no timer, and the deadline is kept all the same.
class ReadGuard {
 public:
  ReadGuard();  // guards the calling thread
  ~ReadGuard();
  ReadGuard(const ReadGuard&) = delete;
  ReadGuard& operator=(const ReadGuard&) = delete;

  void enter() { visits_.fetch_add(1, std::memory_order_relaxed); }  // odd while it blocks
  void leave() { visits_.fetch_add(1, std::memory_order_relaxed); }

 private:
  friend class Watchdog;
  const pthread_t thread_;
  std::atomic<std::uint64_t> visits_{0};
  std::uint64_t seen_ = 0;  // value of visits_ one tick ago
};

// Returns the ReadGuard of this thread.
ReadGuard& read_guard();

}  // namespace hilltop::runner
