#include "apps/cli/run_folder.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <utility>

#include "apps/cli/version.hpp"
#include "core/file.hpp"
#include "core/hex.hpp"
#include "core/json.hpp"
#include "core/printed_command.hpp"
#include "core/text.hpp"
#include "runner/folder.hpp"
#include "runner/own_files.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t run_bytes_max = 64 << 20;

fs::path run_file(const fs::path& folder) { return folder / "run.json"; }

std::unexpected<Problem> problem(const fs::path& place, std::string_view why) {
  return std::unexpected(Problem{fmt::format("{}: {}", place.string(), why)});
}

std::string command(std::string_view verb, const fs::path& folder) {
  return PrintedCommand(called_program(), "shard")
      .argument(std::string(verb))
      .argument(folder.string())
      .text();
}

// Returns the stages that are there, from 1 without a gap.
std::size_t stages_in(const RunFolder& run) {
  std::size_t stages = 0;
  std::error_code error;
  while (fs::exists(run.stage(stages + 1) / "plan.json", error)) ++stages;
  return stages;
}

// Copies a bot.
std::expected<RunFolder::Bot, Problem> take_in(const RunFolder& run, std::size_t place,
                                               const play::Entrant& entrant) {
  const auto& bot = std::get<runner::Manifest>(entrant.player);
  if (run.files_stay && bot.state == runner::StateScope::folder)
    return std::unexpected(Problem{fmt::format(
        "{} may keep files from game to game (state = \"folder\", which its bot.toml can change), "
        "so "
        "its games are played in one place: `{}`; or with --without-files, where no game finds the "
        "files of another",
        entrant.name, PrintedCommand(called_program(), "run").argument(run.name).text())});
  auto content = runner::copy_authors_part(bot.folder, run.bot(place));
  if (!content) return std::unexpected(content.error());
  return RunFolder::Bot{place, bot.parameters, *content};
}

}  // namespace

std::string build_of_program() {
  const auto hash = runner::hash_of_file("/proc/self/exe");
  return fmt::format("{} {}", program_version, hash ? to_hex(*hash) : "unknown");
}

std::string host_name() {
  char name[256] = "";
  return gethostname(name, sizeof name - 1) == 0 ? printable(name, sizeof name)
                                                 : "a machine without a name";
}

std::expected<void, Problem> write(const RunFolder& run) {
  Json bots = Json::array();
  for (const RunFolder::Bot& bot : run.bots) {
    Json parameters = Json::object();
    for (const Setting& setting : bot.parameters) parameters[setting.name] = setting.value;
    bots.push_back({{"place", bot.place},
                    {"content", to_hex(bot.content)},
                    {"parameters", std::move(parameters)}});
  }
  const Json json{{"form", run_form},
                  {"name", run.name},
                  {"build", run.build},
                  {"seconds", run.size.seconds},
                  {"shards", run.size.shards},
                  {"sealed", run.sealed},
                  {"files_stay", run.files_stay},
                  {"timed", run.is_timed},
                  {"bots", std::move(bots)}};
  if (const auto written = replace_file(run_file(run.folder), json.dump(1) + '\n'); !written)
    return problem(run_file(run.folder), written.error());
  return {};
}

std::expected<RunFolder, Problem> make_run_folder(const fs::path& folder, std::string name,
                                                  const ShardSize& size,
                                                  const arena::Contest& contest) {
  if (leads_to_file(run_file(folder)))
    return problem(folder, fmt::format("there is a run already; `{}` goes on with it, and another "
                                       "folder begins anew",
                                       command("merge", folder)));
  std::error_code error;
  if (leads_to_folder(folder) && !fs::is_empty(folder, error))
    return problem(folder, "it is not empty; a run begins in a folder of its own");
  RunFolder run{folder, std::move(name), build_of_program(), size, {}};
  run.sealed = contest.seed_is_sealed;
  run.files_stay = contest.conditions.host.files_stay;
  run.is_timed = contest.conditions.time.game_ms.count() != 0 &&
                 std::ranges::any_of(contest.entrants, &play::Entrant::is_process);
  fs::create_directories(folder, error);
  if (error) return problem(folder, error.message());
  // Its orders tell all cards and dice.
  fs::permissions(folder, fs::perms::owner_all, error);
  if (error) return problem(folder, error.message());
  for (std::size_t place = 0; place < contest.entrants.size(); ++place) {
    if (!contest.entrants[place].is_process()) continue;
    auto bot = take_in(run, place, contest.entrants[place]);
    if (!bot) {
      runner::remove_tree(folder);
      return std::unexpected(bot.error());
    }
    run.bots.push_back(*std::move(bot));
  }
  return run;
}

std::expected<RunFolder, Problem> open_run_folder(const fs::path& folder) {
  const fs::path file = run_file(folder);
  if (!leads_to_file(file)) return problem(folder, "it is no folder that `shard plan` has made");
  const auto text = read_file(file, run_bytes_max);
  if (!text) return problem(file, text.error());
  RunFolder run;
  try {
    const Json at = Json::parse(*text);
    if (at.at("form") != run_form) return problem(file, "it is of another version of Hilltop");
    run = {folder, at.at("name"), at.at("build"), {at.at("seconds"), at.at("shards")}, {}};
    run.sealed = at.at("sealed");
    run.files_stay = at.at("files_stay");
    run.is_timed = at.at("timed");
    for (const Json& each : at.at("bots")) {
      RunFolder::Bot bot{each.at("place"), {}, {}};
      for (const auto& [name, value] : each.at("parameters").items())
        bot.parameters.push_back({name, value});
      const auto content = from_hex(each.at("content").get<std::string>());
      if (!content || content->size() != bot.content.size()) return problem(file, "it is damaged");
      std::ranges::copy(*content, bot.content.begin());
      run.bots.push_back(std::move(bot));
    }
  } catch (const Json::exception&) {
    return problem(file, "it is damaged");
  }
  if (run.build != build_of_program())
    return problem(folder,
                   fmt::format("the run is of another program than this one: {} and {}; all "
                               "machines need the same",
                               run.build, build_of_program()));
  run.stages = stages_in(run);
  return run;
}

std::expected<play::Entrant, Problem> entrant_in(const fs::path& folder,
                                                 const runner::ContentHash& wanted) {
  auto manifest = runner::read_manifest(folder);
  if (!manifest) return std::unexpected(runner::problem_of(manifest.error()));
  const auto content = runner::authors_content(manifest->folder);
  if (!content) return std::unexpected(content.error());
  if (*content != wanted)
    return problem(manifest->folder, "it was changed since the run was planned; remove it");
  play::Entrant entrant{manifest->name, manifest->name, *std::move(manifest)};
  entrant.content = wanted;
  return entrant;
}

std::expected<std::vector<play::Entrant>, Problem> bots_of(const RunFolder& run,
                                                           const std::vector<fs::path>& folders) {
  std::vector<play::Entrant> bots;
  for (std::size_t i = 0; i < run.bots.size(); ++i) {
    const RunFolder::Bot& bot = run.bots[i];
    auto entrant = entrant_in(folders[i], bot.content);
    if (!entrant) return std::unexpected(entrant.error());
    std::get<runner::Manifest>(entrant->player).parameters = bot.parameters;
    bots.push_back(*std::move(entrant));
  }
  return bots;
}

}  // namespace hilltop::cli
