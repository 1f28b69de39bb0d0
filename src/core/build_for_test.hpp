// The build and the time of day that a test runs in.
#pragma once
#include <cstdlib>

namespace hilltop {

// With sanitizers a game takes about ten times as long: tests that play many then play fewer.
#if defined(HILLTOP_SANITIZE_ADDRESS) || defined(HILLTOP_SANITIZE_THREAD)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

// Tests that take minutes run at night (scripts/nightly).
inline bool is_night() { return std::getenv("HILLTOP_LONG_TESTS") != nullptr; }

}  // namespace hilltop
