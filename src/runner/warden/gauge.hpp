#pragma once
#include <chrono>
#include <cstdint>
#include <optional>

#include "runner/limits.hpp"
#include "runner/report.hpp"
#include "runner/warden/sandbox.hpp"

namespace hilltop::runner {

// Watches what a bot uses, as far as no layer of the sandbox bounds it: processor time, its folder,
// and where there is no cgroup the memory and the processes of the whole bot. It is looked at now
// and then, so a bot may have more for a moment. One for all processes of a bot, one after another.
class Gauge {
 public:
  // A process of the bot has begun, in this state.
  void begin(const SandboxState& state);
  // What it computes from now on is for so many games.
  void play(std::uint32_t games);

  // Until the next look; 0: it is due; -1: there is none while this process runs.
  int patience_ms() const;
  // Looks at what is due. The limit that the bot has passed, if there is one; it is to be ended.
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
  std::uint64_t had_us_ = 0;  // of processor time, when these games began
  int too_large_ = 0;         // looks in a row that saw too much memory
  Clock::time_point next_look_, next_look_at_folder_ = Clock::now() + folder_tick;
};

}  // namespace hilltop::runner
