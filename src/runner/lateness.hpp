#pragma once
#include <chrono>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace hilltop::runner {

// Why a bot is late, as far as proc(5) tells.

// Returns whether a thread of these processes sleeps until something comes from standard input. If
// the bot has read its question, then it has perhaps not flushed its answer.
bool waits_for_input(const std::vector<pid_t>& processes);

// Measures how long the machine keeps a bot, or the calling thread, from running.
class DelayMeter {
 public:
  explicit DelayMeter(const std::vector<pid_t>& bot);

  // Returns the time since construction for which the bot's slowest thread waited for a processor,
  // the calling thread did, or a hypervisor took the processors away, all together. 0 if the kernel
  // does not tell. The kernel counts a wait when it ends; one that has not ended is counted here if
  // the thread has not slept since construction.
  std::chrono::nanoseconds delay(const std::vector<pid_t>& bot) const;

  // Returns whether a thread of the bot has run since construction, for 1 / idle_share of the time.
  bool has_run(const std::vector<pid_t>& bot) const;

 private:
  // The times that the kernel counts for a thread.
  struct Times {
    std::chrono::nanoseconds ran{0}, waited{0};  // on a processor, and for one
    std::string sleeps;                          // how often it gave its processor back
    bool runnable = false;                       // runs now or waits for a processor
  };
  using Threads = std::map<pid_t, Times>;
  static Times times_at(const std::string& place);
  static Threads threads_of_all(const std::vector<pid_t>& processes);
  Times longest(const std::vector<pid_t>& bot) const;

  Threads before_;
  Times own_;
  std::chrono::nanoseconds stolen_;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace hilltop::runner
