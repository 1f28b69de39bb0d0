#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/commands.hpp"
#include "arena/catalog.hpp"

namespace hilltop::cli {

constexpr int jobs_max = 256;

// Reads the value of an option; `otherwise` if it was not given. Problems name the option.
std::expected<std::uint64_t, Problem> whole(const std::string& option,
                                            const std::optional<std::string>& typed,
                                            std::uint64_t otherwise, std::uint64_t fewest,
                                            std::uint64_t most);
std::expected<double, Problem> real(const std::string& option,
                                    const std::optional<std::string>& typed, double otherwise,
                                    double least, double most);
std::expected<Form, Problem> form(const std::string& typed, std::span<const std::string> known);
std::expected<int, Problem> jobs(const std::optional<std::string>& typed, int otherwise);
std::expected<Switches, Problem> switches(const std::vector<std::string>& typed);
int processors();

// A bot as a word of the command line: a house bot, `human`, or a folder.
std::expected<arena::Entrant, Problem> entrant(const arena::GameModule& game,
                                               const std::string& typed);

// The game that was typed, or else the one that the bot's folder says.
std::expected<const arena::GameModule*, Problem> game_of(const std::optional<std::string>& typed,
                                                         const std::string& bot);

// Gives a second greedy the name greedy#2, and so on: names key the luck.
void number_namesakes(std::vector<arena::Entrant>& entrants);

}  // namespace hilltop::cli
