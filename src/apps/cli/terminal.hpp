#pragma once
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hilltop::cli {

// Prints lines on stderr, with control characters escaped (core/text.hpp), in place of a status
// line, which the next draw() shows again below them. Ignores failures. May be called on any
// thread.
void say_text(std::string_view text);
template <class... Values>
void say(fmt::format_string<Values...> format, Values&&... values) {
  say_text(fmt::format(format, std::forward<Values>(values)...));
}

// Returns whether output may be coloured: the descriptor is a terminal, and NO_COLOR is not set.
bool colours(int descriptor);

// Returns the columns of a terminal; nullopt if the descriptor is none.
std::optional<int> terminal_columns(int descriptor);

// Returns text of ASCII with its lines broken between words where they have more than `columns`.
// The rest of a line stands below its last column, which two spaces or more begin.
std::string fitted(std::string_view text, std::size_t columns);

// Returns the rows of a terminal; nullopt if the descriptor is none.
std::optional<int> terminal_rows(int descriptor);

// Returns whether the descriptor is a terminal whose screen can be redrawn: TERM is set, and not
// dumb.
bool can_be_redrawn(int descriptor);

// A line that is redrawn in place, with others under it if there are some, on a terminal only. It
// is erased at the end. One is drawn at a time.
class StatusLine {
 public:
  explicit StatusLine(int descriptor);
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  // Returns whether to draw now: at most ten times a second, and only on a terminal.
  bool due() const;
  // Returns the max columns of the line; draw() cuts a longer one.
  std::size_t room() const;
  // Draws what fits into the columns and the rows of the terminal.
  void draw(std::string_view text, std::span<const std::string> under = {});

 private:
  using Clock = std::chrono::steady_clock;
  std::string cut(std::string_view text) const;

  int descriptor_;
  bool shown_;
  std::optional<Clock::time_point> drawn_at_;
};

// A bar with the time left, on a status line.
class ProgressBar {
 public:
  // `counted`: the plural of what is counted; if empty, only the percentage is shown.
  explicit ProgressBar(int descriptor, std::string_view counted = {});
  void show(std::uint64_t done, std::uint64_t planned, std::string_view what);
  // Sets the lines under the bar.
  void put_under(std::vector<std::string> lines) { under_ = std::move(lines); }

 private:
  using Clock = std::chrono::steady_clock;
  StatusLine line_;
  std::string_view counted_;
  std::vector<std::string> under_;
  Clock::time_point begun_;
  std::uint64_t begun_done_ = 0, last_done_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace hilltop::cli
