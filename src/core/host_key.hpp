#pragma once
#include <array>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>

#include "core/problem.hpp"

namespace hilltop {

// A secret of the user that runs Hilltop, by which it knows its own writing in places where others
// can write. It is in the file `key` of $XDG_STATE_HOME/hilltop, else of ~/.local/state/hilltop,
// which only that user may read.
using HostKey = std::array<std::uint8_t, 32>;

// Returns the key; nullopt if there is none yet. Problem: its file cannot be read or is not a key.
std::expected<std::optional<HostKey>, Problem> known_host_key();
// Returns the key, and makes one if there is none: of several programs at once, all get the same.
std::expected<HostKey, Problem> host_key();

}  // namespace hilltop
