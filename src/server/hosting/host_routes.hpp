#pragma once
#include <vector>

#include "server/contests/contests.hpp"
#include "server/hosting/hosting.hpp"
#include "server/people_store.hpp"
#include "server/routes.hpp"

namespace hilltop::server {

// Returns what authors and the host can ask. All of these outlive the routes. `hosting`: null if
// there is no contest to look after, in which case the gate opens none of these routes.
std::vector<Route> host_routes(Hosting* hosting, Contests& contests, PeopleStore& store);

}  // namespace hilltop::server
