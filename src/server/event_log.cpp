#include "server/event_log.hpp"

#include <chrono>
#include <cstdio>
#include <fmt/chrono.h>
#include <nlohmann/json.hpp>

#include "core/text.hpp"

namespace hilltop::server {
namespace {

constexpr std::size_t text_bytes_max = 2000;

}  // namespace

void EventLog::write(std::string_view event, const Json& about) {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const std::string time = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
  std::string line;
  if (json_) {
    Json json{{"time", time}, {"event", event}};
    json.update(about);
    line = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  } else {
    line = fmt::format("{} {}", time, event);
    for (const auto& [name, value] : about.items())
      line += fmt::format(
          " {}={}", name,
          value.is_string() ? printable(value.get<std::string>(), text_bytes_max) : value.dump());
  }
  line += '\n';
  const std::scoped_lock lock(mutex_);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace hilltop::server
