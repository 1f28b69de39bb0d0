#include "play/idle_processes.hpp"

#include <algorithm>
#include <exception>
#include <sched.h>
#include <utility>

#include "play/outside_player.hpp"

namespace hilltop::play {

IdleProcesses::~IdleProcesses() { dismiss(std::move(kept_)); }

std::optional<IdleProcesses::Idle> IdleProcesses::take(const runner::Manifest& bot,
                                                       std::string_view hello) {
  std::list<Kept> taken;
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(kept_, [&](const Kept& kept) {
      return kept.folder == bot.folder && kept.parameters == bot.parameters && kept.hello == hello;
    });
    if (found == kept_.end()) return std::nullopt;
    taken.splice(taken.end(), kept_, found);
  }
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) == 0)
    taken.front().idle.housed.process->hold_on(cores);
  return std::move(taken.front().idle);
}

void IdleProcesses::keep(const runner::Manifest& bot, std::string hello, Idle idle) {
  idle.housed.process->transcribe({});
  idle.housed.process->when_it_thinks({});
  idle.housed.process->freeze();
  std::list<Kept> leaving;
  {
    const std::lock_guard lock(mutex_);
    kept_.push_back({bot.folder, bot.parameters, std::move(hello), std::move(idle)});
    if (kept_.size() > processes_max) leaving.splice(leaving.end(), kept_, kept_.begin());
  }
  dismiss(std::move(leaving));
}

void IdleProcesses::dismiss(std::list<Kept> kept) {
  for (Kept& each : kept) each.idle.housed.process->farewell("bye");
  const Deadline by = Deadline::clock::now() + farewell_ms;
  for (Kept& each : kept) {
    try {
      each.idle.housed.process->finish(by);
    } catch (const std::exception&) {
      // No game depends on it any more, and its destructor ends it.
    }
  }
}

}  // namespace hilltop::play
