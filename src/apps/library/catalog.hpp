#pragma once
#include <span>

#include "lockstep/module.hpp"

namespace hilltop::library {

// Returns all games that have numbered actions, sorted by name. The build generates it from the
// folders of src/games/.
std::span<const lockstep::LockstepModule> games();

}  // namespace hilltop::library
