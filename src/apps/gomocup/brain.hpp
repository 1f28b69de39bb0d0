#pragma once
#include <chrono>
#include <expected>
#include <string>
#include <string_view>

#include "core/timing.hpp"

namespace hilltop::gomocup {

using Clock = std::chrono::steady_clock;

// Why an engine gave no answer, for people.
struct Trouble {
  bool late;  // nothing by the deadline; false: it is gone, or what it says is no line
  std::string what;
};

// An engine as its pipes show it.
class Brain {
 public:
  virtual ~Brain() = default;
  virtual void say(std::string_view line) = 0;
  // Its next line, without the end of the line.
  virtual std::expected<std::string, Trouble> hear(Deadline by) = 0;
};

}  // namespace hilltop::gomocup
