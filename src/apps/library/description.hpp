#pragma once
#include <string>

#include "lockstep/games.hpp"

namespace hilltop::library {

// Return what hilltop_games_catalog() and hilltop_games_describe() tell, as JSON.
std::string catalog_json();
std::string description_json(lockstep::LockstepGames& games);

}  // namespace hilltop::library
