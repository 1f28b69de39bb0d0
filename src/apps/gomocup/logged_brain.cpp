#include "apps/gomocup/logged_brain.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>

#include "apps/gomocup/limits.hpp"
#include "core/file.hpp"
#include "core/text.hpp"

namespace hilltop::gomocup {

std::expected<void, std::string> LoggedBrain::append(const std::string& file,
                                                     std::string_view title) {
  Descriptor out(open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666));
  if (!out.open()) return std::unexpected(std::strerror(errno));
  file_ = std::move(out);
  begun_ = Clock::now();
  bytes_ = 0;
  write('*', title);
  return {};
}

void LoggedBrain::say(std::string_view line) {
  write('>', line);
  brain_.say(line);
}

std::expected<std::string, Trouble> LoggedBrain::hear(Deadline by) {
  auto line = brain_.hear(by);
  if (line)
    write('<', *line);
  else if (!line.error().late)
    write('!', line.error().what);
  return line;
}

void LoggedBrain::write(char direction, std::string_view line) {
  if (!file_.open() || trimmed(line).empty()) return;
  char time[32];
  std::snprintf(time, sizeof time, "%9.3f ms ", in_ms(Clock::now() - begun_));
  std::string text = std::string(time) + direction + ' ' + printable(line, line_bytes_max) + '\n';
  bytes_ += text.size();
  const bool is_full = bytes_ > log_bytes_max;
  if (is_full) text = "… no more is logged of this game\n";
  if (!write_all(file_, text) || is_full) file_.close();
}

}  // namespace hilltop::gomocup
