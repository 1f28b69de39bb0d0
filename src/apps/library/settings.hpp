#pragma once
#include <expected>
#include <string_view>

#include "core/problem.hpp"
#include "lockstep/module.hpp"

namespace hilltop::library {

struct GameWithSettings {
  const lockstep::LockstepModule* game;
  lockstep::LockstepSettings settings;
};

// Reads the JSON that hilltop_games_create() takes. Problem: names the key and what is allowed.
std::expected<GameWithSettings, Problem> read_settings(std::string_view json);

std::string_view name(lockstep::Autoreset mode);  // "next_step"

}  // namespace hilltop::library
