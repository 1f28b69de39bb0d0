#pragma once
#include <string>
#include <vector>

#include "server/people_store.hpp"
#include "server/rooms/rooms.hpp"
#include "server/routes.hpp"

namespace hilltop::server {

// The cookie by which a browser finds its saves again.
struct VisitorCookie {
  std::string path;
  bool https_only = false;
};

// Returns what can be asked about games of people and about saves. The others outlive the routes.
std::vector<Route> room_routes(Rooms& rooms, const RoomServices& services, VisitorCookie cookie);

}  // namespace hilltop::server
