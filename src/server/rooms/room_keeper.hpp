#pragma once
#include <string>
#include <utility>

#include "server/event_log.hpp"
#include "server/people_store.hpp"

namespace hilltop::server {

// Stores a room, and knows whether its newest step could not be stored, so that it is stored later.
class RoomKeeper {
 public:
  RoomKeeper(PeopleStore& store, EventLog& log) : store_(store), log_(log) {}

  // Returns whether the room is stored as it is now. Logs the first failure of a row of them.
  bool put(const RoomRow& room);
  // Returns why the newest step is not stored; empty if it is.
  const std::string& unkept() const { return unkept_; }

  // Returns whether nothing waits to store it later. From then on it waits, until end_wait().
  bool begins_to_wait() { return !std::exchange(waits_, true); }
  void end_wait() { waits_ = false; }

 private:
  PeopleStore& store_;
  EventLog& log_;
  std::string unkept_;
  bool waits_ = false;
};

}  // namespace hilltop::server
