#include "arena/time_limits.hpp"

#include <string>
#include <utility>

namespace hilltop::arena {

std::expected<TimeLimits, Problem> take_time_limits(Switches& switches, const TimeLimits& most) {
  TimeLimits limits;
  for (const TimeSwitch& limit : time_switches) {
    Switches one;
    one.insert(switches.extract(std::string(limit.name)));
    if (one.empty()) continue;
    SwitchReader read(one);
    const int value = read.whole(limit.name, 1, 1, static_cast<int>(limit.get(most)));
    if (auto problem = read.problem()) return std::unexpected(*std::move(problem));
    limit.set(limits, value);
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

}  // namespace hilltop::arena
