#pragma once
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/commands.hpp"
#include "arena/catalog.hpp"
#include "tournament/fixture.hpp"

namespace hilltop::cli {

constexpr int jobs_max = 256;

// Reads the value of an option; `otherwise` if it was not given. A Problem names the option and
// what is allowed.
std::expected<std::uint64_t, Problem> whole(const std::string& option,
                                            const std::optional<std::string>& typed,
                                            std::uint64_t otherwise, std::uint64_t min,
                                            std::uint64_t max);
std::expected<double, Problem> real(const std::string& option,
                                    const std::optional<std::string>& typed, double otherwise,
                                    double min, double max);
std::expected<std::uint64_t, Problem> seed_of(const std::optional<std::string>& typed,
                                              std::uint64_t otherwise);
std::expected<int, Problem> jobs(const std::optional<std::string>& typed, int otherwise);
std::expected<Switches, Problem> switches(const std::vector<std::string>& typed);
int processors();

// The meaning of an option's word.
template <class Meaning>
std::expected<Meaning, Problem> one_of(const std::string& option, const std::string& typed,
                                       const std::vector<std::pair<std::string, Meaning>>& known) {
  std::vector<std::string> words;
  for (const auto& [word, meaning] : known) {
    if (word == typed) return meaning;
    words.push_back(word);
  }
  return std::unexpected(Problem{option + " cannot be '" + typed + "'" + suggestion(typed, words)});
}
// --format text|json, and csv where a command has it.
std::expected<Form, Problem> form(const std::string& typed, bool has_csv = false);

// A bot as a word of the command line: a house bot or a folder.
std::expected<arena::Entrant, Problem> bot(const arena::GameModule& game, const std::string& typed);
// The same, or `human` where people can play.
std::expected<arena::Entrant, Problem> player(const arena::GameModule& game,
                                              const std::string& typed);

// The game that was typed, or else the one that the bot's folder says.
std::expected<const arena::GameModule*, Problem> game_of(const std::optional<std::string>& typed,
                                                         const std::string& bot);

// What was typed for a command that plays single games, read and judged.
struct GameRequest {
  const arena::GameModule* game;
  std::unique_ptr<arena::AnyGame> any_game;
  arena::Conditions conditions;
  std::uint64_t seed = 1;
  std::uint32_t games = 1;
  int jobs = 1;
  Form form = Form::text;
};
// What such a command takes where nothing was typed, and what it allows.
struct GameDefaults {
  std::uint32_t games = 1, games_min = 1, games_max = tournament::games_max;
  int jobs = 1;
  const char* games_option = "--games";
};
// `more`: switches beside those that were typed.
std::expected<GameRequest, Problem> read_game(const arena::GameModule& game,
                                              const GameArguments& arguments,
                                              const GameDefaults& defaults,
                                              const Switches& more = {});

// Gives a second greedy the name greedy#2, and so on: names key the luck.
void number_namesakes(std::vector<arena::Entrant>& entrants);

}  // namespace hilltop::cli
