#pragma once
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "server/rooms/room.hpp"

namespace hilltop::server {

// Rooms that are in use at once, and of those that a client has begun.
constexpr std::size_t rooms_max = 5000, rooms_of_client_max = 500;

// Games in a list to look on, and of those that a client asks for by its keys.
constexpr std::size_t games_listed_max = 30, games_asked_max = 200;

// A new room, with the key of each person's seat.
struct NewRoom {
  struct Key {
    int seat;
    std::string key;
  };
  std::string name;
  std::vector<Key> keys;
};

// Why a game was not begun.
struct NotBegun {
  Problem why;
  bool may_later = false;  // nothing is wrong with the wish
};

// The rooms that anybody is in. Safe from any thread; its functions may take a while.
class Rooms {
 public:
  explicit Rooms(RoomServices services) : services_(std::move(services)) {}

  // Stores a room for the game of a record, whose bots have `time`, and gives each person's seat a
  // key. `name`: of the room. `luck`: whether its beginner may know its luck. `client`: as in
  // RoomRow.
  std::expected<NewRoom, NotBegun> create(const Record& record, const play::TimeLimits& time = {},
                                          LuckKnown luck = LuckKnown::by_choice,
                                          const std::string& client = {},
                                          std::string name = new_name());
  // Stores the room of a rematch (GameRoom::give_rematch), unless it is there: each player of the
  // game before may ask for it.
  std::expected<void, NotBegun> create_rematch(const RoomRow& row);

  // Returns a room in use, or opens it from the store, which may take seconds: its house bots play
  // their games again. Only requests for the same room wait for that. Null if there is no
  // such room. Problem: it cannot be opened.
  std::expected<std::shared_ptr<GameRoom>, Problem> find(const std::string& name);

  // Return lines of lists (game_line.hpp): of games under way with a client, and of those of
  // the rooms whose keys a client has, in its order; a deleted room is left out.
  Json under_way();
  Json of_keys(const std::vector<std::pair<std::string, std::vector<std::string>>>& keys);

  std::size_t in_use() const { return in_use_.in_use(); }

  // Stores what could not be stored before, once the workers have finished.
  void keep_at_last();

 private:
  std::set<std::string> names_in_use();
  // Stores a new room.
  std::expected<void, NotBegun> add(const RoomRow& row);
  std::expected<std::shared_ptr<GameRoom>, Problem> opened(const std::string& name);

  const RoomServices services_;
  Shares in_use_{rooms_max, rooms_of_client_max};
  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<GameRoom>> rooms_;
  std::set<std::string> opening_;  // each by one thread
  std::condition_variable one_is_open_;
  std::mutex rematches_;
};

}  // namespace hilltop::server
