#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "play/conditions.hpp"
#include "server/rooms/room_moment.hpp"
#include "server/secret.hpp"
#include "server/shares.hpp"

namespace hilltop::server {

struct PeopleDatabase;

// Whether a player may know what a game will still deal: the one that chose the game's luck (a
// seed, a record or a file), or that has taken its record.
enum class LuckKnown { to_nobody, by_record, by_choice };

// A game of people as it is stored. What can be computed from the record is not stored.
struct RoomRow {
  std::string name;
  std::string record;  // as match/record.hpp writes it
  RoomMoment moment = RoomMoment::before;
  std::string after;  // what a seat confirms at RoomMoment::after
  int after_seat = 0;
  std::vector<std::optional<SecretHash>> keys;  // by seat; nullopt for a bot
  std::uint64_t leaving = 0;                    // bit i: seat i leaves as soon as it is asked
  bool under_way = false;                       // it has begun, and is not over
  play::TimeLimits time = {};
  LuckKnown luck = LuckKnown::to_nobody;
  bool shared = false;  // a seat was opened to another client than the one that began it
  // The client that began it, as hash_of_client() says; empty if unknown.
  std::string client = {};
};

// Games of people, also those that are not open. Safe from any thread; failures of the disk
// throw StoreFailure, as in all tables of a PeopleStore.
class StoredRooms {
 public:
  explicit StoredRooms(PeopleDatabase& database) : database_(&database) {}

  // Stores a new room. Error: there is no room for it, and nothing is changed; the rooms `in_use`
  // make none.
  std::expected<void, Full> add(const RoomRow& room, const std::set<std::string>& in_use);
  // Stores a room as it is now.
  void put(const RoomRow& room);
  std::optional<RoomRow> room(const std::string& name);

 private:
  PeopleDatabase* database_;
};

}  // namespace hilltop::server
