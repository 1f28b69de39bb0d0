#include "apps/cli/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <thread>

#include "core/text.hpp"

namespace hilltop::cli {
namespace {

SwitchValue switch_value(const std::string& text) {
  if (text == "true" || text == "on") return true;
  if (text == "false" || text == "off") return false;
  if (const auto value = number_in<std::int64_t>(text)) return *value;
  return text;
}

}  // namespace

std::expected<std::uint64_t, Problem> whole(const std::string& option,
                                            const std::optional<std::string>& typed,
                                            std::uint64_t otherwise, std::uint64_t fewest,
                                            std::uint64_t most) {
  if (!typed) return otherwise;
  const auto value = number_in<std::uint64_t>(*typed);
  if (value && fewest <= *value && *value <= most) return *value;
  return std::unexpected(Problem{fmt::format("{} takes a whole number from {} to {}, not '{}'",
                                             option, fewest, most, *typed)});
}

std::expected<double, Problem> real(const std::string& option,
                                    const std::optional<std::string>& typed, double otherwise,
                                    double least, double most) {
  if (!typed) return otherwise;
  const auto value = number_in<double>(*typed);
  if (value && least <= *value && *value <= most) return *value;
  return std::unexpected(Problem{
      fmt::format("{} takes a number from {} to {}, not '{}'", option, least, most, *typed)});
}

std::expected<Form, Problem> form(const std::string& typed, std::span<const std::string> known) {
  if (std::ranges::find(known, typed) == known.end())
    return std::unexpected(
        Problem{"--format cannot be '" + typed + "'" + suggestion(typed, known)});
  return typed == "json" ? Form::json : typed == "csv" ? Form::csv : Form::text;
}

std::expected<int, Problem> jobs(const std::optional<std::string>& typed, int otherwise) {
  const auto value = whole("--jobs", typed, static_cast<std::uint64_t>(otherwise), 1, jobs_max);
  if (!value) return std::unexpected(value.error());
  return static_cast<int>(*value);
}

std::expected<Switches, Problem> switches(const std::vector<std::string>& typed) {
  Switches switches;
  for (const std::string& each : typed) {
    const std::size_t equals = each.find('=');
    if (equals == std::string::npos || equals == 0)
      return std::unexpected(
          Problem{"--set takes NAME=VALUE, such as side_cards=5, not '" + each + "'"});
    switches.insert_or_assign(each.substr(0, equals), switch_value(each.substr(equals + 1)));
  }
  return switches;
}

int processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

std::expected<arena::Entrant, Problem> entrant(const arena::GameModule& game,
                                               const std::string& typed) {
  std::vector<std::string> known;
  for (const auto& bot : game.house_bots) {
    if (bot.name == typed) return arena::Entrant{typed, bot.title, bot.seat()};
    known.push_back(bot.name);
  }
  if (game.has_people) {
    if (typed == "human") return arena::Entrant{typed, typed, arena::HumanPlayer{}};
    known.emplace_back("human");
  }
  if (!std::filesystem::is_directory(typed))
    return std::unexpected(Problem{fmt::format("{} has no bot '{}', and there is no such folder{}",
                                               game.info->name, typed, suggestion(typed, known))});
  if (!game.has_processes)
    return std::unexpected(Problem{fmt::format(
        "{} has no protocol for bots in folders: house bots and people play it", game.info->name)});
  auto manifest = runner::read_manifest(typed);
  if (!manifest) return std::unexpected(std::move(manifest).error());
  if (const auto fits = arena::plays(*manifest, game); !fits) return std::unexpected(fits.error());
  const std::string name = manifest->name;
  return arena::Entrant{name, name, *std::move(manifest)};
}

std::expected<const arena::GameModule*, Problem> game_of(const std::optional<std::string>& typed,
                                                         const std::string& bot) {
  if (typed) return arena::find_game(*typed);
  if (!std::filesystem::is_directory(bot))
    return std::unexpected(Problem{
        fmt::format("there is no such folder '{}'; for a house bot give --game GAME", bot)});
  const auto manifest = runner::read_manifest(bot);
  if (!manifest) return std::unexpected(manifest.error());
  if (!manifest->game.empty()) return arena::find_game(manifest->game);
  std::string known;
  for (const arena::GameModule& game : arena::catalog())
    if (game.has_processes) known += (known.empty() ? "" : ", ") + std::string(game.info->name);
  return std::unexpected(Problem{fmt::format(
      "'{}' does not say its game: write game = \"…\" into its bot.toml, or give --game "
      "GAME (known: {})",
      bot, known)});
}

void number_namesakes(std::vector<arena::Entrant>& entrants) {
  std::vector<std::string> plain;
  for (arena::Entrant& entrant : entrants) {
    const auto before = std::ranges::count(plain, entrant.name);
    plain.push_back(entrant.name);
    if (before == 0) continue;
    entrant.name += fmt::format("#{}", before + 1);
    entrant.title += fmt::format(" #{}", before + 1);
  }
}

}  // namespace hilltop::cli
