#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/secret.hpp"

namespace hilltop::server {

struct PeopleDatabase;

// A finished game as one of its players keeps it.
struct PlayedRow {
  std::string room;
  int number = 0;  // of the games in that room
  int seat = 0;
  SecretHash visitor{};
  std::string client;        // as in RoomRow
  std::int64_t ended_s = 0;  // since 1970
  std::string told;          // what is said of it, as JSON
  std::string record = {};   // until its decisions are judged; empty if they never are
  // Of the seat's unforced decisions; nullopt if they are not judged.
  std::optional<int> decisions = {};
  std::optional<double> lost = {};  // in all, in the game's last worth
};

// Finished games, each of which its player alone finds.
class StoredPlayed {
 public:
  explicit StoredPlayed(PeopleDatabase& database) : database_(&database) {}

  // Stores a game that ends now, in the place of the same game if it ended before. The oldest ones,
  // of that visitor, of that client and of all, make room.
  void add_played(const PlayedRow& row);
  std::vector<PlayedRow> played(const SecretHash& visitor);  // the oldest first
  // Stores what was found of a game's decisions, and drops its record.
  void judge_played(const PlayedRow& row);
  void forget_played(const SecretHash& visitor);

 private:
  PeopleDatabase* database_;
};

}  // namespace hilltop::server
