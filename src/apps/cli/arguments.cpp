#include "apps/cli/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <thread>
#include <unistd.h>

#include "apps/cli/misplaced.hpp"
#include "apps/cli/sandbox.hpp"
#include "arena/result_cache.hpp"
#include "arena/settings.hpp"
#include "arena/switch_files.hpp"
#include "core/file.hpp"
#include "core/text.hpp"
#include "play/time_limits.hpp"

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
                                            std::uint64_t otherwise, std::uint64_t min,
                                            std::uint64_t max) {
  if (!typed) return otherwise;
  const auto value = number_in<std::uint64_t>(*typed);
  if (value && min <= *value && *value <= max) return *value;
  return std::unexpected(Problem{
      fmt::format("{} takes a whole number from {} to {}, not '{}'", option, min, max, *typed)});
}

std::expected<double, Problem> real(const std::string& option,
                                    const std::optional<std::string>& typed, double otherwise,
                                    double min, double max) {
  if (!typed) return otherwise;
  const auto value = number_in<double>(*typed);
  if (value && min <= *value && *value <= max) return *value;
  return std::unexpected(
      Problem{fmt::format("{} takes a number from {} to {}, not '{}'", option, min, max, *typed)});
}

std::expected<std::optional<play::Seed>, Problem> seed_of(const std::optional<std::string>& typed) {
  if (!typed) return std::nullopt;
  const auto seed = play::Seed::read(*typed);
  if (seed) return *seed;
  return std::unexpected(Problem{fmt::format("--seed cannot be '{}': {}", *typed, seed.error())});
}

std::expected<Form, Problem> form(const std::string& typed, std::string_view known) {
  std::vector<std::pair<std::string, Form>> forms{
      {"text", Form::text}, {"json", Form::json}, {"csv", Form::csv}, {"md", Form::md}};
  std::erase_if(forms, [&](const auto& each) { return !known.contains(each.first); });
  return one_of("--format", typed, forms);
}

std::expected<int, Problem> jobs(const std::optional<std::string>& typed, int otherwise) {
  const auto value = whole("--jobs", typed, static_cast<std::uint64_t>(otherwise), 1, jobs_max);
  if (!value) return std::unexpected(value.error());
  return static_cast<int>(*value);
}

std::expected<Switches, Problem> switches(const std::vector<std::string>& typed,
                                          const std::string& option) {
  Switches switches;
  for (const std::string& each : typed) {
    const std::size_t equals = each.find('=');
    if (equals == std::string::npos || equals == 0)
      return std::unexpected(
          Problem{option + " takes NAME=VALUE, such as move_ms=500, not '" + each + "'"});
    switches.insert_or_assign(each.substr(0, equals), switch_value(each.substr(equals + 1)));
  }
  return switches;
}

int processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

int free_processors() {
  constexpr int looks = 10;
  constexpr std::chrono::milliseconds between(5);
  int running = 0;
  for (int look = 0; look < looks; ++look) {
    if (look > 0) std::this_thread::sleep_for(between);
    // proc(5): three averages, then the number of threads that can run, this one included.
    std::ifstream file("/proc/loadavg");
    std::string average;
    int runnable = 1;
    file >> average >> average >> average >> runnable;
    running += runnable - 1;
  }
  const int busy = (running + looks / 2) / looks;
  const auto all = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  return std::clamp(all - busy, 1, processors());
}

namespace {

// Of a word that is far longer than any name there is only the beginning to read.
std::string shown_word(const std::string& typed) {
  constexpr std::size_t bytes_max = 200;
  return printable(typed, bytes_max);
}

std::string why_no_folder(const std::string& typed) {
  if (const auto why = why_unreachable(typed)) return "the folder cannot be reached: " + *why;
  return "there is no such folder";
}

std::expected<play::Entrant, Problem> bot_in(const std::string& folder,
                                             const arena::GameModule& game) {
  if (!game.has_processes)
    return std::unexpected(Problem{fmt::format(
        "{} has no protocol for bots in folders: house bots and people play it", game.info->name)});
  auto manifest = runner::read_manifest(folder);
  if (!manifest) return std::unexpected(runner::problem_of(manifest.error()));
  if (const auto fits = arena::plays(*manifest, game); !fits)
    return std::unexpected(Problem{NotEntered::text(fits.error(), folder)});
  const std::string name = manifest->name;
  return play::Entrant{name, name, *std::move(manifest)};
}

std::expected<play::Entrant, Problem> entrant(const arena::GameModule& game,
                                              const std::string& typed, bool has_people) {
  std::vector<std::string> known;
  for (const auto& bot : game.house_bots) {
    if (bot.name == typed) return play::Entrant{typed, bot.title, bot.player()};
    known.push_back(bot.name);
  }
  if (has_people) {
    if (typed == "human") return play::Entrant{typed, typed, play::HumanPlayer{}};
    known.emplace_back("human");
  }
  if (leads_to_folder(typed)) return bot_in(typed, game);
  const auto with = arena::read_typed_bot(typed);
  if (!with) return std::unexpected(with.error());
  if (!with->settings.empty()) {
    auto plain = entrant(game, with->bot, /*has_people=*/false);
    if (!plain) return plain;
    return arena::with_settings(game, *std::move(plain), with->settings);
  }
  if (auto found = misplaced(typed, Wanted::bot)) return std::unexpected(*std::move(found));
  return std::unexpected(
      Problem{fmt::format("{} has no bot '{}', and {}{}", game.info->name, shown_word(typed),
                          why_no_folder(typed), suggestion(typed, known))});
}

}  // namespace

std::expected<play::Entrant, Problem> bot(const arena::GameModule& game, const std::string& typed) {
  return entrant(game, typed, /*has_people=*/false);
}

std::expected<play::Entrant, Problem> player(const arena::GameModule& game,
                                             const std::string& typed) {
  return entrant(game, typed, game.has_people);
}

std::expected<const arena::GameModule*, Problem> game_of(const std::optional<std::string>& typed,
                                                         const std::string& bot) {
  if (typed) return arena::find_game(*typed);
  if (!leads_to_folder(bot)) {
    const auto with = arena::read_typed_bot(bot);
    if (!with) return std::unexpected(with.error());
    if (!with->settings.empty()) return game_of(typed, with->bot);
    if (auto found = misplaced(bot, Wanted::bot)) return std::unexpected(*std::move(found));
    const auto games = games_of_house_bot(bot);
    if (games.empty())
      return std::unexpected(Problem{fmt::format("'{}': {}; for a house bot give --game GAME",
                                                 shown_word(bot), why_no_folder(bot))});
    return std::unexpected(Problem{fmt::format("'{}' is a house bot of {}; give --game {}", bot,
                                               fmt::join(games, " and "),
                                               games.size() == 1 ? games.front() : "GAME")});
  }
  const auto manifest = runner::read_manifest(bot);
  if (!manifest) return std::unexpected(runner::problem_of(manifest.error()));
  if (!manifest->game.empty()) return arena::find_game(manifest->game);
  std::string known;
  for (const arena::GameModule& game : arena::catalog())
    if (game.has_processes) known += (known.empty() ? "" : ", ") + std::string(game.info->name);
  return std::unexpected(Problem{fmt::format(
      "'{}' does not say its game: write game = \"…\" into its bot.toml, or give --game "
      "GAME (known: {})",
      bot, known)});
}

namespace {

// Replaces each switch that names a file, typed as --NAME FILE or --set NAME=FILE, by what the file
// has. Returns the name of a file; empty if there is none.
std::expected<std::string, Problem> read_switch_files(const arena::GameModule& game,
                                                      const GameArguments& arguments,
                                                      std::string_view rule_set,
                                                      Switches& switches) {
  std::vector<std::string> known;
  for (const SwitchFile& of : game.switch_files) known.push_back("--" + std::string(of.name));
  for (const auto& [name, file] : arguments.files) {
    if (!file) continue;
    if (arena::find_switch_file(game, name) == nullptr)
      return std::unexpected(
          Problem{fmt::format("--{} is not for {}{}", name, game.info->name,
                              known.empty() ? "" : suggestion("--" + name, known))});
    switches.insert_or_assign(name, *file);
  }
  std::string read;
  for (auto& [name, value] : switches) {
    const SwitchFile* const of = arena::find_switch_file(game, name);
    const auto* const file = std::get_if<std::string>(&value);
    if (of == nullptr || file == nullptr) continue;
    if (of->is_for_one_game && arguments.games.value_or("1") != "1")
      return std::unexpected(Problem{fmt::format("--{} is for one game: leave --games out", name)});
    read = *file;
    auto found = arena::read_switch_file(*of, read, {}, {rule_set, switches});
    if (!found) {
      std::string why = std::move(found).error().text;
      if (!why.starts_with(name + ':')) why = name + ": " + why;  // the place in the file
      return std::unexpected(Problem{"--" + why});
    }
    value = *std::move(found);
  }
  return read;
}

}  // namespace

std::expected<GameRequest, Problem> read_game(const arena::GameModule& game,
                                              const GameArguments& arguments,
                                              const GameDefaults& defaults) {
  const auto form = cli::form(arguments.format, defaults.forms);
  if (!form) return std::unexpected(form.error());
  const auto seed = seed_of(arguments.seed);
  if (!seed) return std::unexpected(seed.error());
  const auto games = whole(defaults.games_option, arguments.games, defaults.games,
                           defaults.games_min, defaults.games_max);
  if (!games) return std::unexpected(games.error());
  const auto jobs = cli::jobs(arguments.jobs, defaults.jobs);
  if (!jobs) return std::unexpected(jobs.error());
  auto switches = cli::switches(arguments.switches);
  if (!switches) return std::unexpected(switches.error());
  const auto time = play::take_time_limits(*switches);
  if (!time) return std::unexpected(time.error());
  const auto limits = play::take_limits(*switches);
  if (!limits) return std::unexpected(limits.error());
  const std::string rule_set = arguments.rules.value_or(game.default_rules());
  auto file = read_switch_files(game, arguments, rule_set, *switches);
  if (!file) return std::unexpected(std::move(file).error());
  auto any_game = game.under(rule_set, *switches);
  if (!any_game) return std::unexpected(any_game.error());
  play::Conditions conditions{.time = *time};
  conditions.host.sandbox = runner::with(conditions.host.sandbox, *limits);
  if (const auto ok = guard_bots(conditions, arguments.guard); !ok)
    return std::unexpected(ok.error());
  return GameRequest{&game,
                     *std::move(any_game),
                     std::move(conditions),
                     *seed,
                     static_cast<std::uint32_t>(*games),
                     *jobs,
                     *form,
                     *std::move(file)};
}

std::expected<play::Seed, Problem> settled_seed(const std::optional<play::Seed>& given,
                                                std::span<play::Entrant> entrants,
                                                const play::Conditions& conditions) {
  const play::Seed seed = play::seed_of_games(given, play::has_secrets(entrants));
  if (seed.is_secret())
    if (auto entered = arena::enter_all(entrants, conditions.host); !entered)
      return std::unexpected(std::move(entered).error());
  return seed;
}

void number_namesakes(std::vector<play::Entrant>& entrants) {
  std::vector<std::string> plain;
  for (play::Entrant& entrant : entrants) {
    const auto before = std::ranges::count(plain, entrant.name);
    plain.push_back(entrant.name);
    if (before == 0) continue;
    entrant.name += fmt::format("#{}", before + 1);
    entrant.title += fmt::format(" #{}", before + 1);
  }
}

}  // namespace hilltop::cli
