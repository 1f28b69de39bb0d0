#pragma once
#include <string>
#include <vector>

#include "server/contests/contests.hpp"
#include "server/routes.hpp"

namespace hilltop::server {

// Returns what can be asked about contests, which outlive the routes. `hosted`: the name of the
// contest that the server looks after, which may come still; empty if there is none.
std::vector<Route> contest_routes(Contests& contests, std::string hosted);

}  // namespace hilltop::server
