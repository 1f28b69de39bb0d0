#pragma once
#include <cstdint>
#include <functional>

namespace hilltop::server {

// Saves of one visitor, of which the oldest ones make room for further ones; the bytes of all saves
// together, and of those that one client has made; and how long a save is kept, which is as long as
// its visitor's cookie.
constexpr int saves_max = 50;
constexpr std::int64_t saves_bytes_max = 256 << 20, saves_of_client_bytes_max = 24 << 20;
constexpr int save_days_max = 365;

// Rooms that were not used for so long are deleted.
constexpr int room_days_max = 60;

// Rooms that are kept, and the bytes of their records together; and of those that one client has
// begun. Rooms that are not under way, and were not used for so long, make room for further
// ones, the longest unused first.
constexpr int rooms_kept_max = 20'000, rooms_kept_of_client_max = 2'000;
constexpr std::int64_t rooms_kept_bytes_max = 256 << 20, rooms_kept_of_client_bytes_max = 24 << 20;
constexpr std::int64_t room_idle_s = 10 * 60;

// Browsers that are known again, of all and of one client; tries of daily games of one day; and
// finished games, which are kept as long as a save.
constexpr int visitors_max = 100'000, visitors_of_client_max = 2'000;
constexpr int tries_max = 20'000, tries_of_client_max = 200;
constexpr int played_max = 200'000, played_of_client_max = 10'000, played_of_visitor_max = 500;

// How much is kept; tests choose otherwise.
struct Keeping {
  int rooms_max = rooms_kept_max, rooms_of_client_max = rooms_kept_of_client_max;
  std::int64_t rooms_bytes_max = rooms_kept_bytes_max;
  std::int64_t rooms_of_client_bytes_max = rooms_kept_of_client_bytes_max;
  std::int64_t saves_bytes_max = server::saves_bytes_max;
  std::int64_t saves_of_client_bytes_max = server::saves_of_client_bytes_max;
  int visitors_max = server::visitors_max, visitors_of_client_max = server::visitors_of_client_max;
  int tries_max = server::tries_max, tries_of_client_max = server::tries_of_client_max;
  int played_max = server::played_max, played_of_client_max = server::played_of_client_max;
  int played_of_visitor_max = server::played_of_visitor_max;
  std::function<std::int64_t()> now_s = {};  // the time; null: that of the machine
};

}  // namespace hilltop::server
