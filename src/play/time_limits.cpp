#include "play/time_limits.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace hilltop::play {
namespace {

// Takes a whole number from 1 to `most`; nullopt if there is no such switch.
std::expected<std::optional<int>, Problem> take_whole(Switches& switches, std::string_view name,
                                                      int most) {
  Switches one;
  one.insert(switches.extract(std::string(name)));
  if (one.empty()) return std::nullopt;
  SwitchReader read(one);
  const int value = read.whole(name, 1, 1, most);
  if (auto problem = read.problem()) return std::unexpected(*std::move(problem));
  return value;
}

}  // namespace

std::expected<TimeLimits, Problem> take_time_limits(Switches& switches, const TimeLimits& most) {
  TimeLimits limits;
  for (const TimeSwitch& limit : time_switches) {
    auto value = take_whole(switches, limit.name, static_cast<int>(limit.get(most)));
    if (!value) return std::unexpected(std::move(value).error());
    if (*value) limit.set(limits, **value);
  }
  return limits;
}

std::expected<runner::Limits, Problem> take_limits(Switches& switches) {
  runner::Limits limits;
  for (const runner::LimitKey& key : runner::limit_keys) {
    auto value = take_whole(switches, key.name, key.most);
    if (!value) return std::unexpected(std::move(value).error());
    limits.*key.limit = *value;
  }
  return limits;
}

TimeLimits within(TimeLimits limits, const TimeLimits& most) {
  for (const TimeSwitch& limit : time_switches) {
    const std::int64_t value = limit.get(limits), max = limit.get(most);
    if (max != 0 && (value == 0 || value > max)) limit.set(limits, max);
  }
  return limits;
}

}  // namespace hilltop::play
