#pragma once
#include <vector>

#include "server/people_store.hpp"
#include "server/rooms/rooms.hpp"
#include "server/routes.hpp"
#include "server/visitors.hpp"

namespace hilltop::server {

// Returns what can be asked about games of people and about saves. The others outlive the routes.
std::vector<Route> room_routes(Rooms& rooms, const RoomServices& services,
                               const Visitors& visitors);

}  // namespace hilltop::server
