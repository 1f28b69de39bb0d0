#include "runner/lane.hpp"

#include <mutex>

namespace hilltop::runner {
namespace {

std::mutex mutex;
cpu_set_t held_cores;  // by lanes; guarded by the mutex

std::optional<std::size_t> take_core(const cpu_set_t& allowed) {
  const std::lock_guard lock(mutex);
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &allowed) && !CPU_ISSET(core, &held_cores)) {
      CPU_SET(core, &held_cores);
      return core;
    }
  return std::nullopt;
}

void give_core_back(std::size_t core) {
  const std::lock_guard lock(mutex);
  CPU_CLR(core, &held_cores);
}

}  // namespace

Lane::Lane() {
  if (sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  core_ = take_core(before_);
  if (!core_) return;
  const cpu_set_t mine = *core();
  if (sched_setaffinity(0, sizeof mine, &mine) == 0) return;
  give_core_back(*core_);
  core_.reset();
}

Lane::~Lane() {
  if (!core_) return;
  sched_setaffinity(0, sizeof before_, &before_);
  give_core_back(*core_);
}

std::optional<cpu_set_t> Lane::core() const {
  if (!core_) return std::nullopt;
  cpu_set_t mine;
  CPU_ZERO(&mine);
  CPU_SET(*core_, &mine);
  return mine;
}

std::optional<cpu_set_t> Lane::spare() const {
  const std::lock_guard lock(mutex);
  cpu_set_t rest = before_;
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &held_cores)) CPU_CLR(core, &rest);
  if (!core_ || CPU_COUNT(&rest) == 0) return std::nullopt;
  return rest;
}

}  // namespace hilltop::runner
