#pragma once
#include <expected>

#include "core/problem.hpp"
#include "core/switches.hpp"
#include "play/conditions.hpp"

namespace hilltop::play {

// The most that each limit may be.
constexpr TimeLimits time_limits_max{.move_ms = std::chrono::milliseconds(limit_ms_max),
                                     .start_ms = std::chrono::milliseconds(limit_ms_max),
                                     .game_ms = std::chrono::milliseconds(limit_ms_max),
                                     .move_nodes = move_nodes_max};

// Takes the limits of bots, which are switches of the arena, out of the switches. Problem: one is
// not a whole number from 1 to what `most` has.
std::expected<TimeLimits, Problem> take_time_limits(Switches& switches,
                                                    const TimeLimits& most = time_limits_max);

// Returns the limits, none of them above that of `most`; where that is 0 it sets none.
TimeLimits within(TimeLimits limits, const TimeLimits& most);

// Takes the limits of the sandbox, the keys of [limits], out of the switches. Problem: one is not a
// whole number from 1 to its most.
std::expected<runner::Limits, Problem> take_limits(Switches& switches);

}  // namespace hilltop::play
