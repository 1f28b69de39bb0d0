#pragma once
#include <chrono>
#include <map>
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
  // does not tell.
  std::chrono::nanoseconds delay(const std::vector<pid_t>& bot) const;

 private:
  std::map<pid_t, std::chrono::nanoseconds> waited_;  // by thread of the bot
  std::chrono::nanoseconds own_, stolen_;
};

}  // namespace hilltop::runner
