#include "apps/cli/terminal.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <mutex>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/text.hpp"

namespace hilltop::cli {
namespace {

constexpr std::size_t bar_cells = 30;
constexpr std::size_t said_bytes_max = 64 * 1024;  // of a line

bool is_terminal(int descriptor) {
  const char* term = std::getenv("TERM");
  return isatty(descriptor) != 0 && (term == nullptr || std::string_view(term) != "dumb");
}

// Writes in one piece, so that no other line can come between.
void write_raw(std::string_view text) {
  [[maybe_unused]] const std::size_t written = std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string clock(std::chrono::seconds left) {
  const auto s = left.count();
  return s >= 3600 ? fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
                   : fmt::format("{}:{:02}", s / 60, s % 60);
}

// Returns the size of the terminal; 80 by 24 if unknown.
winsize size_of(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) size = {};
  if (size.ws_col == 0) size.ws_col = 80;
  if (size.ws_row == 0) size.ws_row = 24;
  return size;
}

// Guards stderr and `drawn`.
std::mutex screen;
const StatusLine* drawn = nullptr;  // the status line on the screen

void erase_status() {
  if (drawn != nullptr) write_raw("\r\033[J");
  drawn = nullptr;
}

}  // namespace

bool colours(int descriptor) {
  const char* off = std::getenv("NO_COLOR");
  return is_terminal(descriptor) && (off == nullptr || *off == '\0');
}

std::optional<int> terminal_columns(int descriptor) {
  if (!is_terminal(descriptor)) return std::nullopt;
  return size_of(descriptor).ws_col;
}

std::optional<int> terminal_rows(int descriptor) {
  if (!is_terminal(descriptor)) return std::nullopt;
  return size_of(descriptor).ws_row;
}

bool can_be_redrawn(int descriptor) {
  const char* term = std::getenv("TERM");
  return term != nullptr && *term != '\0' && is_terminal(descriptor);
}

std::string fitted(std::string_view text, std::size_t columns) {
  constexpr std::size_t words_columns_min = 20;
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    const bool ends = end < text.size();
    text.remove_prefix(end + (ends ? 1 : 0));
    const std::size_t spaces = line.rfind("  ");
    std::size_t indent = spaces == std::string_view::npos ? 0 : spaces + 2;
    if (indent + words_columns_min > columns) indent = 0;
    for (std::size_t begin = 0; line.size() > columns - begin;) {
      const std::size_t space = line.substr(0, columns - begin + 1).rfind(' ');
      if (space == std::string_view::npos || begin + space <= indent) break;
      out.append(line.substr(0, space)).append(1, '\n').append(indent, ' ');
      line.remove_prefix(space + 1);
      begin = indent;
    }
    out.append(line);
    if (ends) out += '\n';
  }
  return out;
}

void say_text(std::string_view text) {
  const bool ends = text.empty() || text.ends_with('\n');
  std::string lines = printable_lines(text, said_bytes_max);
  if (!ends) lines.pop_back();
  const std::lock_guard lock(screen);
  erase_status();
  write_raw(lines);
}

StatusLine::StatusLine(int descriptor) : descriptor_(descriptor), shown_(is_terminal(descriptor)) {}

StatusLine::~StatusLine() {
  const std::lock_guard lock(screen);
  if (drawn == this) erase_status();
}

bool StatusLine::due() const {
  return shown_ && (!drawn_at_ || Clock::now() - *drawn_at_ >= std::chrono::milliseconds(100));
}

std::size_t StatusLine::room() const { return size_of(descriptor_).ws_col - 1U; }

std::string StatusLine::cut(std::string_view text) const {
  std::string line = printable(text, text.size());
  std::string_view rest = line;
  for (std::size_t left = room(); !rest.empty() && left > 0; --left)
    if (!take_character(rest)) break;
  line.resize(line.size() - rest.size());
  return line;
}

void StatusLine::draw(std::string_view text, std::span<const std::string> under) {
  std::string lines = "\r" + cut(text) + "\033[J";
  const std::size_t rows = std::min<std::size_t>(under.size(), size_of(descriptor_).ws_row - 1U);
  for (const std::string& line : under.first(rows)) lines += "\r\n" + cut(line);
  if (rows > 0) lines += fmt::format("\033[{}A\r", rows);
  const std::lock_guard lock(screen);
  write_raw(lines);
  std::fflush(stderr);
  drawn = this;
  drawn_at_ = Clock::now();
}

ProgressBar::ProgressBar(int descriptor, std::string_view counted)
    : line_(descriptor), counted_(counted) {}

void ProgressBar::show(std::uint64_t done, std::uint64_t planned, std::string_view what) {
  using namespace std::chrono;
  if (planned == 0) return;
  if (done < last_done_) {  // the first call, or a new round
    begun_ = Clock::now();
    begun_done_ = done;
  }
  last_done_ = done;
  if (!line_.due()) return;
  const double spent = duration<double>(Clock::now() - begun_).count();
  // The first second is too short for an estimate.
  const double rate = spent > 1 ? static_cast<double>(done - begun_done_) / spent : 0;
  std::string told = fmt::format(" {:3} %", 100 * done / planned);
  if (!counted_.empty())
    told += fmt::format("  {} of {} {}", grouped(static_cast<std::int64_t>(done)),
                        grouped(static_cast<std::int64_t>(planned)), counted_);
  if (!what.empty()) told += fmt::format("{}{}", counted_.empty() ? "  " : ", ", what);
  if (rate > 0) {
    const auto left = static_cast<std::int64_t>(static_cast<double>(planned - done) / rate);
    told += fmt::format("  {} left", clock(seconds(left)));
  }
  // On a narrow line the bar is shortened.
  const std::size_t room = line_.room();
  const std::size_t cells = std::min(bar_cells, room - std::min(room, told.size()));
  const std::size_t full = cells * done / planned;
  std::string bar;
  for (std::size_t i = 0; i < cells; ++i) bar += i < full ? "█" : "░";
  line_.draw(bar + told, under_);
}

}  // namespace hilltop::cli
