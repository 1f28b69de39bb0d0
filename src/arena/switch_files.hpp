#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

#include "arena/catalog.hpp"

// Switches whose value stands in a file.
namespace hilltop::arena {

// Returns the description of a switch that may be a file; null if the game has none of this name.
const SwitchFile* find_switch_file(const GameModule& game, std::string_view name);

// Returns the value of a switch. `typed`: the name of a file that comes with the program, or a path
// relative to `folder`. Problem: names the file and, if it could be read, the place in it.
std::expected<SwitchValue, Problem> read_switch_file(const SwitchFile& of, const std::string& typed,
                                                     const std::filesystem::path& folder,
                                                     const SwitchFile::Context& context);

}  // namespace hilltop::arena
