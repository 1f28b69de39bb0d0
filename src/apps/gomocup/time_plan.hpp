#pragma once
#include <cstdint>

namespace hilltop::gomocup {

// What a manager says of time, in milliseconds.
struct Clocks {
  std::int64_t turn_ms = 5'000;  // timeout_turn; 0: as fast as possible
  std::int64_t match_ms = 0;     // timeout_match; 0: no limit
  std::int64_t left_ms = 0;      // time_left of the match, where there is a limit
};

// How long to think about one move, at least 1 ms: a little less than the turn's limit, for the
// search and the pipes stop late, and a small part of what is left of the match.
std::int64_t thinking_ms(const Clocks& clocks);

}  // namespace hilltop::gomocup
