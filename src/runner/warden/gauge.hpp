#pragma once
#include <chrono>
#include <cstdint>
#include <optional>

#include "runner/limits.hpp"
#include "runner/report.hpp"
#include "runner/warden/sandbox.hpp"

namespace hilltop::runner {

// Measures what a bot uses where no layer of the sandbox limits it: processor time, its folder, and
// without a cgroup the memory and the processes of the whole bot. It measures at intervals, so a
// bot may exceed a limit for a moment. One Gauge serves all processes of a bot, one after the
// other.
class Gauge {
 public:
  // Begins measuring a process of the bot, started with `state`.
  void begin(const SandboxState& state);
  // Starts a new limit on processor time, for `games` games.
  void play(std::uint32_t games);

  // Returns the time until the next measurement; 0 if it is due, -1 if this process needs none.
  int patience_ms() const;
  // Takes the measurements that are due. Returns the limit that the bot has exceeded, which the
  // caller must end; nullopt if none.
  std::optional<Limit> look();

 private:
  using Clock = std::chrono::steady_clock;

  bool watches_whole_bot() const { return !state_->active(Layer::cgroup); }
  std::uint64_t processor_us() const;
  std::optional<Limit> look_at_processes();
  std::optional<Limit> look_at_folder();

  const SandboxState* state_ = nullptr;
  bool ended_ = false;
  std::uint32_t games_ = 1;
  std::uint64_t had_us_ = 0;  // processor time at play()
  int too_large_ = 0;         // consecutive measurements with too much memory
  Clock::time_point next_look_, next_look_at_folder_ = Clock::now() + folder_tick;
};

}  // namespace hilltop::runner
