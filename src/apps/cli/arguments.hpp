#pragma once
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/cli/commands.hpp"
#include "apps/cli/option_word.hpp"
#include "arena/catalog.hpp"
#include "tournament/fixture.hpp"

namespace hilltop::cli {

constexpr int jobs_max = 256;

// Read the value of an option; return `otherwise` if it is not given. Problem: names the option and
// what it allows.
std::expected<std::uint64_t, Problem> whole(const std::string& option,
                                            const std::optional<std::string>& typed,
                                            std::uint64_t otherwise, std::uint64_t min,
                                            std::uint64_t max);
std::expected<double, Problem> real(const std::string& option,
                                    const std::optional<std::string>& typed, double otherwise,
                                    double min, double max);
std::expected<std::optional<play::Seed>, Problem> seed_of(const std::optional<std::string>& typed);
std::expected<int, Problem> jobs(const std::optional<std::string>& typed, int otherwise);
std::expected<Switches, Problem> switches(const std::vector<std::string>& typed,
                                          const std::string& option = "--set");
int processors();
// Returns how many of these no other program uses at the moment, at least 1; takes some 50 ms.
int free_processors();

// The forms of what commands print, and of a ranking.
constexpr std::string_view plain_forms = "text|json", table_forms = "text|json|csv",
                           report_forms = "text|json|csv|md";
// Reads --format. `known`: the forms that the command has.
std::expected<Form, Problem> form(const std::string& typed, std::string_view known = plain_forms);

// Reads a bot of the command line: a house bot or a folder.
std::expected<play::Entrant, Problem> bot(const arena::GameModule& game, const std::string& typed);
// Reads the same, or `human` if people can play the game.
std::expected<play::Entrant, Problem> player(const arena::GameModule& game,
                                             const std::string& typed);

// Returns the typed game or, if none, the one that the bot's bot.toml names.
std::expected<const arena::GameModule*, Problem> game_of(const std::optional<std::string>& typed,
                                                         const std::string& bot);

// The checked arguments of a command that plays single games.
struct GameRequest {
  const arena::GameModule* game;
  std::unique_ptr<arena::AnyGame> any_game;
  play::Conditions conditions;
  std::optional<play::Seed> given_seed;
  std::uint32_t games = 1;
  int jobs = 1;
  Form form = Form::text;
  std::string file;  // that a switch was read from; empty if there is none
};
// Returns the given seed. If there is none: the usual one, or, where someone may gain from knowing
// it, one that is drawn. A secret covers the bots' contents, which are filled in then.
std::expected<play::Seed, Problem> settled_seed(const std::optional<play::Seed>& given,
                                                std::span<play::Entrant> entrants,
                                                const play::Conditions& conditions);

// Such a command's defaults and limits.
struct GameDefaults {
  std::uint32_t games = 1, games_min = 1, games_max = tournament::games_max;
  int jobs = 1;
  const char* games_option = "--games";
  std::string_view forms = plain_forms;
};
// Checks the arguments.
std::expected<GameRequest, Problem> read_game(const arena::GameModule& game,
                                              const GameArguments& arguments,
                                              const GameDefaults& defaults);

// Renames a second greedy to greedy#2, and so on: names key the randomness.
void number_namesakes(std::vector<play::Entrant>& entrants);

}  // namespace hilltop::cli
