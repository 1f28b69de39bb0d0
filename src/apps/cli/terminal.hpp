#pragma once
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hilltop::cli {

// Prints lines on stderr. What strangers wrote in them is escaped (core/text.hpp). Where that fails
// nobody is left to be told, and nothing else changes.
void say_text(std::string_view text);
template <class... Values>
void say(fmt::format_string<Values...> format, Values&&... values) {
  say_text(fmt::format(format, std::forward<Values>(values)...));
}

// Whether what is written to this descriptor may be coloured: a terminal, and NO_COLOR is not set.
bool colours(int descriptor);

// A line that is drawn over itself, on a terminal only; it is wiped away at the end.
class StatusLine {
 public:
  explicit StatusLine(int descriptor);
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  // Whether it is time to draw again: at most ten times a second, and never elsewhere.
  bool due() const;
  // Columns that there are; a line that is wider cannot be drawn over, and is cut.
  std::size_t room() const;
  void draw(std::string_view text);

 private:
  using Clock = std::chrono::steady_clock;
  int descriptor_;
  bool shown_, drawn_ = false;
  Clock::time_point drawn_at_;
};

// A bar with the time left, on a status line.
class ProgressBar {
 public:
  // `counted`: a plural, as of games; without one there are no numbers but the part that is done.
  explicit ProgressBar(int descriptor, std::string_view counted = {});
  void show(std::uint64_t done, std::uint64_t planned, std::string_view what);

 private:
  using Clock = std::chrono::steady_clock;
  StatusLine line_;
  std::string_view counted_;
  Clock::time_point begun_;
  std::uint64_t begun_done_ = 0, last_done_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace hilltop::cli
