#include "apps/cli/terminal.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace hilltop::cli {
namespace {

constexpr std::size_t bar_cells = 30;

bool is_terminal(int descriptor) {
  const char* term = std::getenv("TERM");
  return isatty(descriptor) != 0 && (term == nullptr || std::string_view(term) != "dumb");
}

std::string styled(std::string_view text, const char* style, bool coloured) {
  return coloured ? fmt::format("\033[{}m{}\033[0m", style, text) : std::string(text);
}

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

bool is_number(std::string_view cell) {
  return !cell.empty() && cell.find_first_not_of("0123456789,.+-–") == std::string_view::npos;
}

// The length of the well-formed UTF-8 sequence at the start of `text`; 0: none. An overlong form, a
// surrogate or a number beyond Unicode is not well-formed: what reads it may not agree on what it
// is.
std::size_t sequence(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80                     ? 1
                             : 0xc2 <= first && first < 0xe0  ? 2
                             : first >> 4 == 14               ? 3
                             : 0xf0 <= first && first <= 0xf4 ? 4
                                                              : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  if (length < 3) return length;
  const unsigned lowest = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const unsigned highest = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  return lowest <= byte(1) && byte(1) <= highest ? length : 0;
}

std::string clock(std::chrono::seconds left) {
  const auto s = left.count();
  return s >= 3600 ? fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
                   : fmt::format("{}:{:02}", s / 60, s % 60);
}

// Columns of the terminal; 80 if it does not say.
std::size_t columns(int descriptor) {
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

bool colours(int descriptor) {
  const char* off = std::getenv("NO_COLOR");
  return is_terminal(descriptor) && (off == nullptr || *off == '\0');
}

void say_text(std::string_view text) {
  [[maybe_unused]] const std::size_t written = std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string bold(std::string_view text, bool coloured) { return styled(text, "1", coloured); }
std::string dim(std::string_view text, bool coloured) { return styled(text, "2", coloured); }

std::string grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  const std::size_t digits = number < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > digits + 3;) text.insert(at -= 3, ",");
  return text;
}

std::string counted(std::int64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

std::string printable(std::string_view text, std::size_t most) {
  std::string out;
  while (!text.empty() && out.size() < most) {
    const std::size_t length = sequence(text);
    const auto first = static_cast<unsigned char>(text[0]);
    if (length == 0 || first < 0x20 || first == 0x7f ||
        (first == 0xc2 && static_cast<unsigned char>(text[1]) < 0xa0))
      out += fmt::format("\\x{:02x}", first), text.remove_prefix(1);
    else
      out += text.substr(0, length), text.remove_prefix(length);
  }
  return text.empty() ? out : out + "…";
}

std::string TextTable::text(bool coloured) const {
  std::vector<std::size_t> widths(rows_[0].size());
  std::vector<bool> right(rows_[0].size(), !left_ && rows_.size() > 1);
  for (std::size_t r = 0; r < rows_.size(); ++r)
    for (std::size_t c = 0; c < rows_[r].size(); ++c) {
      widths[c] = std::max(widths[c], width(rows_[r][c]));
      if (r > 0 && !is_number(rows_[r][c])) right[c] = false;
    }
  std::string text;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    std::string line;
    for (std::size_t c = 0; c < rows_[r].size(); ++c) {
      const std::string pad(widths[c] - width(rows_[r][c]), ' ');
      line += "  " + (right[c] ? pad + rows_[r][c] : rows_[r][c] + pad);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += (r == 0 ? bold(line, coloured) : line) + '\n';
  }
  return text;
}

StatusLine::StatusLine(int descriptor) : descriptor_(descriptor), shown_(is_terminal(descriptor)) {}

StatusLine::~StatusLine() {
  if (drawn_) say("\r\033[K");
}

bool StatusLine::due() const {
  return shown_ && (!drawn_ || Clock::now() - drawn_at_ >= std::chrono::milliseconds(100));
}

std::size_t StatusLine::room() const { return columns(descriptor_) - 1; }

void StatusLine::draw(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t left = room(); end < text.size() && left > 0; --left)
    end += std::max(sequence(text.substr(end)), std::size_t{1});
  say("\r{}\033[K", text.substr(0, end));
  std::fflush(stderr);
  drawn_ = true;
  drawn_at_ = Clock::now();
}

ProgressBar::ProgressBar(int descriptor, std::string_view counted)
    : line_(descriptor), counted_(counted) {}

void ProgressBar::show(std::uint64_t done, std::uint64_t planned, std::string_view what) {
  using namespace std::chrono;
  if (planned == 0) return;
  if (done < last_done_) {  // the first, or another round
    begun_ = Clock::now();
    begun_done_ = done;
  }
  last_done_ = done;
  if (!line_.due()) return;
  const double spent = duration<double>(Clock::now() - begun_).count();
  // In the first second there is little to go by.
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
  // Where the line is narrow the bar gives way.
  const std::size_t room = line_.room();
  const std::size_t cells = std::min(bar_cells, room - std::min(room, told.size()));
  const std::size_t full = cells * done / planned;
  std::string bar;
  for (std::size_t i = 0; i < cells; ++i) bar += i < full ? "█" : "░";
  line_.draw(bar + told);
}

}  // namespace hilltop::cli
