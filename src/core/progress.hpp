#pragma once
#include <cstdint>
#include <functional>

namespace hilltop {

// Called from time to time during long work, never concurrently. May be null. It may throw, which
// ends the work: the exception is that of the work, and it is not called again.
using Progress = std::function<void(std::uint64_t done, std::uint64_t all)>;

}  // namespace hilltop
