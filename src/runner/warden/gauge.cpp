#include "runner/warden/gauge.hpp"

#include <algorithm>
#include <vector>

#include "runner/folder.hpp"
#include "runner/limits.hpp"
#include "runner/warden/census.hpp"

namespace hilltop::runner {
namespace {

// One measurement may count a process twice that has just forked and not yet executed another
// program.
constexpr int looks_at_memory_to_be_sure = 2;

// The measurement of the folder may take 1 / folder_share of the bot's time.
constexpr int folder_share = 100;

}  // namespace

void Gauge::begin(const SandboxState& state) {
  state_ = &state;
  ended_ = !state_->wants(Layer::limits);
  too_large_ = 0;
  next_look_ = Clock::now() + gauge_tick;
  play(1);
}

void Gauge::play(std::uint32_t games) {
  games_ = games;
  if (!ended_ && state_->policy.cpu_s) had_us_ = processor_us();
}

std::uint64_t Gauge::processor_us() const {
  return state_->freezes ? processor_time_us(*state_) : census().had_us;
}

int Gauge::patience_ms() const {
  if (ended_) return -1;
  const bool looks_at_processes = watches_whole_bot() || state_->policy.cpu_s;
  const auto next =
      looks_at_processes ? std::min(next_look_, next_look_at_folder_) : next_look_at_folder_;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
  return static_cast<int>(std::max<std::chrono::milliseconds::rep>(left.count(), 0));
}

std::optional<Limit> Gauge::look() {
  if (ended_) return std::nullopt;
  std::optional<Limit> met;
  if (Clock::now() >= next_look_) met = look_at_processes();
  if (!met && Clock::now() >= next_look_at_folder_) met = look_at_folder();
  ended_ = met.has_value();
  return met;
}

std::optional<Limit> Gauge::look_at_processes() {
  const Policy& policy = state_->policy;
  next_look_ = Clock::now() + gauge_tick;
  if (policy.cpu_s) {
    const auto enough_us = static_cast<std::uint64_t>(*policy.cpu_s) * 1'000'000 * games_;
    if (processor_us() > had_us_ + enough_us) return Limit::cpu;
  }
  if (!watches_whole_bot()) return std::nullopt;
  const Census now = census();
  if (now.threads > policy.processes) return Limit::processes;
  const std::uint64_t shared = std::min(bytes_in_memory(*state_), policy.memory_bytes);
  const std::uint64_t left = policy.memory_bytes - shared;
  const bool is_too_large = memory_of(now.all, left) > left;
  too_large_ = is_too_large ? too_large_ + 1 : 0;
  if (too_large_ >= looks_at_memory_to_be_sure) return Limit::memory;
  return std::nullopt;
}

std::optional<Limit> Gauge::look_at_folder() {
  const auto begun = Clock::now();
  const Room& room = state_->policy.room;
  Contained held = contained_in(state_->apart ? state_->home : state_->folder, room);
  std::vector<dev_t> counted;  // as memory
  for (const MemoryFolder& folder : state_->memory) counted.push_back(folder.device);
  held.bytes += unnamed_bytes_of(descendants(), counted);
  const auto now = Clock::now();
  next_look_at_folder_ = now + std::max<Clock::duration>(folder_tick, (now - begun) * folder_share);
  if (held.depth > room.depth) return Limit::depth;
  if (held.files > room.files) return Limit::files;
  if (held.bytes > room.bytes) return Limit::disk;
  return std::nullopt;
}

}  // namespace hilltop::runner
