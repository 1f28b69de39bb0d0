#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "runner/process.hpp"

namespace hilltop::runner {

inline std::expected<std::string, Fault> ask(Process& process, std::string_view line, Deadline by) {
  process.tell(line);
  return process.hear(by);
}

}  // namespace hilltop::runner
