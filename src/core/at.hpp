// A number that is known to be from 0 on, as an index.
#pragma once
#include <cstddef>

namespace hilltop {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace hilltop
