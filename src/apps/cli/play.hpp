#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "core/json.hpp"
#include "play/keys.hpp"
#include "play/played.hpp"

// Used by games of bots and by games of people at the terminal.
namespace hilltop::cli {

// The checked arguments of `play`.
struct PlayRequest : GameRequest {
  std::vector<play::Entrant> entrants;
  std::vector<std::string> labels;  // names without the #2 of a second bot
  bool log = false;
  play::Seed seed = play::usual_seed;

  bool has_people() const { return std::ranges::any_of(entrants, &play::Entrant::is_human); }
  std::uint64_t luck_key() const {
    std::vector<std::string> names;
    for (const play::Entrant& entrant : entrants) names.push_back(entrant.name);
    return play::luck_key(seed, game->info->name, names);
  }
};

constexpr std::size_t log_bytes_max = 1000;  // per line, which may quote a bot

// Returns a game's result as JSON; figures without a group are next to the points.
Json result_json(const play::GameReport& report, const std::vector<std::string>& labels);
void print_json(const Json& games);

// Plays with people, until they want no other game.
Outcome play_people(const PlayRequest& request, const PlayArguments& arguments);

}  // namespace hilltop::cli
