#pragma once
#include <vector>

#include "server/event_log.hpp"
#include "server/people_store.hpp"
#include "server/routes.hpp"
#include "server/visitors.hpp"

namespace hilltop::server {

// Games of one request whose decisions are judged; the others wait for the next one.
constexpr int judged_at_once_max = 20;

// Returns what a browser can ask about the games that it finished. The store outlives the routes.
std::vector<Route> played_routes(PeopleStore& store);

}  // namespace hilltop::server
