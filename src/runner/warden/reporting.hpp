#pragma once
#include <span>
#include <unistd.h>

#include "runner/report.hpp"

namespace hilltop::runner {

inline void report(std::span<const WardenReport> what) {
  // A failure means that the arena has ended; the control socket tells that too.
  [[maybe_unused]] const ssize_t written = write(status_descriptor, what.data(), what.size_bytes());
}

inline void report(WardenReport what) { report({&what, 1}); }

}  // namespace hilltop::runner
