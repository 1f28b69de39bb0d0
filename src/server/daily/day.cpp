#include "server/daily/day.hpp"

#include <chrono>
#include <fmt/format.h>

#include "core/text.hpp"

namespace hilltop::server {

Day Day::at(std::int64_t seconds_since_1970) { return {seconds_since_1970 / seconds}; }

std::optional<Day> Day::read(std::string_view text) {
  constexpr std::string_view form = "2026-11-28";
  if (text.size() != form.size() || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto year = number_in<int>(text.substr(0, 4));
  const auto month = number_in<unsigned>(text.substr(5, 2)),
             day = number_in<unsigned>(text.substr(8));
  if (!year || !month || !day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(*month),
                                         std::chrono::day(*day)};
  if (!date.ok()) return std::nullopt;
  const Day read{std::chrono::sys_days(date).time_since_epoch().count()};
  return read.text() == text ? std::optional(read) : std::nullopt;
}

std::string Day::text() const {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(number))};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace hilltop::server
