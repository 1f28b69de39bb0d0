#pragma once
#include <cstdint>
#include <functional>

namespace hilltop {

// Is told, now and then and one call at a time, how much of long work is done. May be null.
using Progress = std::function<void(std::uint64_t done, std::uint64_t all)>;

}  // namespace hilltop
