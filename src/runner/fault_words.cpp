#include "runner/fault_words.hpp"

#include <cstring>
#include <fmt/format.h>
#include <stdexcept>
#include <system_error>

#include "runner/limits.hpp"
#include "runner/start_hint.hpp"

namespace hilltop::runner {
namespace {

std::string name_of_signal(int signal) {
  const char* const abbreviation = sigabbrev_np(signal);
  return abbreviation == nullptr ? fmt::format("signal {}", signal)
                                 : fmt::format("SIG{}", abbreviation);
}

// Returns the end of a bot's output, escaped for terminals and logs.
std::string quoted_tail(std::string_view text) {
  if (text.size() > quoted_bytes_max) text.remove_prefix(text.size() - quoted_bytes_max);
  std::string out;
  for (const char byte : text)
    if (' ' <= byte && byte <= '~' && byte != '\\')
      out += byte;
    else
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
  return '\'' + out + '\'';
}

}  // namespace

std::string text_of_end(const WardenReport& end) {
  switch (end.event) {
    case Event::exited: return fmt::format("exited with status {}", end.number);
    case Event::killed: return fmt::format("killed by {}", name_of_signal(end.number));
    default: throw std::logic_error("a bot's process did not end like that");
  }
}

std::string text_of_limit(Limit limit, const Policy& policy) {
  const auto size = [&]() -> std::string {
    switch (limit) {
      case Limit::memory: return fmt::format("{} MiB of memory", policy.memory_bytes >> 20);
      case Limit::processes: return fmt::format("{} processes and threads", policy.processes);
      case Limit::cpu:
        return fmt::format("{} s of processor time per game", policy.cpu_s.value_or(0));
      case Limit::file: return fmt::format("{} MiB per file", policy.file_bytes >> 20);
      case Limit::disk: return fmt::format("{} MiB in its folder", policy.room.bytes >> 20);
      case Limit::files: return fmt::format("{} files in its folder", policy.room.files);
      case Limit::depth: return fmt::format("{} folders in one another", policy.room.depth);
    }
    throw std::logic_error("a warden knows a limit more");
  };
  return "; it met its limit of " + size();
}

std::string with_half_line(const std::string& detail, std::string_view unread) {
  return unread.empty() ? detail : detail + " after half a line: " + quoted_tail(unread);
}

std::string reason(int error) { return std::generic_category().message(error); }

std::optional<Fault> fault_of_start(const WardenReport& report, const Manifest& bot) {
  constexpr FaultKind refused = FaultKind::refused_to_start;
  switch (report.event) {
    case Event::started: return std::nullopt;
    case Event::no_folder:
      return Fault{refused, fmt::format("cannot enter '{}': {}",
                                        (bot.home.empty() ? bot.folder : bot.home).string(),
                                        reason(report.number))};
    case Event::no_command:
      return Fault{refused, fmt::format("cannot run '{}': {}{}", bot.command, reason(report.number),
                                        start_hint(bot, report.number))};
    case Event::unprotected:
      throw std::runtime_error(fmt::format(
          "the sandbox is required, but its layer {} is not available here; `hilltop doctor` "
          "says why",
          layer_names.at(static_cast<std::size_t>(report.number))));
    default:
      throw std::system_error(report.number, std::generic_category(),
                              "cannot start a bot's process");
  }
}

}  // namespace hilltop::runner
