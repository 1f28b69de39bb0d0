#pragma once
#include <cerrno>
#include <chrono>
#include <ctime>
#include <string>
#include <system_error>

namespace hilltop::runner {

// Throws std::system_error: a failure that is not the bot's.
[[noreturn]] inline void throw_system_error(const std::string& what, int error = errno) {
  throw std::system_error(error, std::generic_category(), what);
}

inline timespec time_of(std::chrono::nanoseconds wait) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(wait);
  return {static_cast<time_t>(seconds.count()),
          static_cast<long>(std::chrono::nanoseconds(wait - seconds).count())};
}

}  // namespace hilltop::runner
