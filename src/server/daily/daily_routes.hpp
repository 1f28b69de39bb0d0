#pragma once
#include <vector>

#include "server/rooms/rooms.hpp"
#include "server/routes.hpp"
#include "server/visitors.hpp"

namespace hilltop::server {

// Tries of one request for which it is found what they gave up; the others wait for the next one.
constexpr int tries_judged_at_once_max = 100;

// Lines of a day's list: the best tries.
constexpr std::size_t tries_listed_max = 100;

// Returns what can be asked about daily games. The others outlive the routes.
std::vector<Route> daily_routes(Rooms& rooms, PeopleStore& store, const Visitors& visitors);

}  // namespace hilltop::server
