#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "server/daily/day.hpp"
#include "server/secret.hpp"
#include "server/shares.hpp"

namespace hilltop::server {

struct PeopleDatabase;

// A browser's try of a daily game.
struct TryRow {
  Day day;
  std::string game;
  SecretHash visitor{};
  std::string room;
  std::string client;     // as in RoomRow
  bool is_known = false;  // the browser was here on a day before
  // Of a try that has ended; the others have null and nothing.
  std::optional<std::int64_t> ended_s = {};  // since 1970
  std::string name = {};
  int points = 0;
  bool has_left = false;    // the person left the game before its end
  std::string record = {};  // until what was given up is known
  std::optional<double> lost = {};
};

// The tries of daily games, and the seeds of days that have begun: these stay even if the key of
// this host is lost. Tries older than the days that can be played are deleted.
class StoredTries {
 public:
  explicit StoredTries(PeopleDatabase& database) : database_(&database) {}

  // Returns the text of the seed that is stored for a day of a game; stores `seed` if there is
  // none.
  std::string seed_of_day(Day day, const std::string& game, const std::string& seed);

  // Stores a try that begins, and returns it; an earlier one of that browser stays and is returned.
  // Error: there is no room for it.
  std::expected<TryRow, Full> begin_try(const TryRow& row);
  std::optional<TryRow> try_of(Day day, const std::string& game, const SecretHash& visitor);
  std::optional<TryRow> try_in_room(const std::string& room);
  std::vector<TryRow> tries(Day day, const std::string& game);
  int try_count(Day day, const std::string& game);

  // Stores the end of the try in a room: `name` to `record` of the row, now. Of several ends only
  // the first counts.
  void end_try(const TryRow& row);
  // Stores what a try gave up, nullopt if that cannot be found, and drops its record.
  void judge_try(const std::string& room, std::optional<double> lost);

  std::int64_t now_s() const;  // since 1970

 private:
  PeopleDatabase* database_;
};

}  // namespace hilltop::server
