#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hilltop::server {

// A day of UTC, by the number of days since 1970-01-01.
struct Day {
  std::int64_t number = 0;

  static Day at(std::int64_t seconds_since_1970);
  // Reads what text() returns; nullopt for anything else.
  static std::optional<Day> read(std::string_view text);

  std::string text() const;  // "2026-11-28"
  // Return the day's first second, and the first one after it, in seconds since 1970.
  std::int64_t begin_s() const { return number * seconds; }
  std::int64_t end_s() const { return (number + 1) * seconds; }

  friend auto operator<=>(const Day&, const Day&) = default;

 private:
  static constexpr std::int64_t seconds = 24 * 60 * 60;
};

}  // namespace hilltop::server
