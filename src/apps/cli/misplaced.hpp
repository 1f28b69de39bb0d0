#pragma once
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "arena/catalog.hpp"
#include "core/problem.hpp"

// Words of the command line that name something else than the command takes: a contest in the place
// of a bot, or a bot's file in the place of its folder.
namespace hilltop::cli {

// What a command takes.
enum class Wanted { command, contest, stored_contest, stored_game, game, bot };

// Returns the message for a word that cannot be used as `wanted` but names something else: what it
// is, and the command that takes it. nullopt if it names nothing else that Hilltop knows.
std::optional<Problem> misplaced(const std::string& typed, Wanted wanted);

// Returns the games that have a house bot of this name.
std::vector<std::string> games_of_house_bot(const std::string& name);

// Returns a bot's folder so that no command takes it for an option, a house bot or a person.
std::string typed_folder(const std::string& folder);

// Problem: there is no such game; says what the word is instead.
std::expected<const arena::GameModule*, Problem> game_named(const std::string& typed);

}  // namespace hilltop::cli
