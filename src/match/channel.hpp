#pragma once
#include <chrono>
#include <expected>
#include <string>
#include <string_view>

#include "core/fault.hpp"

namespace hilltop {

using Deadline = std::chrono::steady_clock::time_point;

// A line of text out, a line of text back: the only thing this floor knows of a bot's body.
class Channel {
 public:
  virtual ~Channel() = default;
  // Neither line carries its line feed. Blocks until the answer, the deadline or the bot's end.
  virtual std::expected<std::string, Fault> ask(std::string_view line, Deadline by) = 0;
};

}  // namespace hilltop
