#pragma once
#include <chrono>
#include <expected>
#include <string>
#include <string_view>

#include "core/timing.hpp"

namespace hilltop::gomocup {

using Clock = std::chrono::steady_clock;

// The reason why an engine gave no answer, for people.
struct Trouble {
  bool late;  // no line by the deadline; false if it has ended, or its line has no end
  std::string what;
};

// An engine that exchanges lines.
class Brain {
 public:
  virtual ~Brain() = default;
  virtual void say(std::string_view line) = 0;
  // Returns its next line, without the end of the line.
  virtual std::expected<std::string, Trouble> hear(Deadline by) = 0;
};

}  // namespace hilltop::gomocup
