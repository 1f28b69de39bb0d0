#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/json.hpp"
#include "runner/manifest.hpp"
#include "server/people_store.hpp"

namespace hilltop::server {

// Returns what a list of games says of one, from what is stored of it: nobody enters its room, and
// no bot is asked. `keys`: those that the client has, which make seats its own. nullopt: it cannot
// be played any more.
std::optional<Json> game_line(const RoomRow& row, std::span<const runner::Manifest> bots,
                              const std::vector<std::string>& keys = {});

}  // namespace hilltop::server
