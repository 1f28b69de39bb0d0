#include "runner/policy.hpp"

#include <algorithm>

namespace hilltop::runner {
namespace {

std::uint64_t bytes(int mb) { return static_cast<std::uint64_t>(mb) << 20; }

}  // namespace

Policy with(Policy policy, const Limits& limits) {
  if (limits.memory_mb) policy.memory_bytes = bytes(*limits.memory_mb);
  if (limits.processes) policy.processes = *limits.processes;
  if (limits.cpu_s) policy.cpu_s = limits.cpu_s;
  if (limits.disk_mb) policy.room.bytes = bytes(*limits.disk_mb);
  if (limits.files) policy.room.files = static_cast<std::uint64_t>(*limits.files);
  return policy;
}

Limits limits_of(const Policy& policy) {
  return {static_cast<int>(policy.memory_bytes >> 20), policy.processes, policy.cpu_s,
          static_cast<int>(policy.room.bytes >> 20), static_cast<int>(policy.room.files)};
}

Policy lowered(const Policy& policy, const Limits& limits) {
  Policy low = with(policy, limits);
  low.memory_bytes = std::min(low.memory_bytes, policy.memory_bytes);
  low.processes = std::min(low.processes, policy.processes);
  if (policy.cpu_s) low.cpu_s = std::min(low.cpu_s, policy.cpu_s);
  low.room.bytes = std::min(low.room.bytes, policy.room.bytes);
  low.room.files = std::min(low.room.files, policy.room.files);
  return low;
}

}  // namespace hilltop::runner
