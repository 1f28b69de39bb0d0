#include "apps/cli/shard.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <utility>
#include <vector>

#include "apps/cli/arguments.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/ranking.hpp"
#include "apps/cli/run.hpp"
#include "apps/cli/run_folder.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/store_session.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/catalog_venue.hpp"
#include "arena/run.hpp"
#include "cluster/estimate.hpp"
#include "cluster/play_shard.hpp"
#include "cluster/played_elsewhere.hpp"
#include "cluster/stage.hpp"
#include "core/folder_lock.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "report/schemas.hpp"
#include "report/stored_contest.hpp"
#include "runner/folder.hpp"

namespace hilltop::cli {
namespace {

constexpr double shard_seconds_max = 24 * 60 * 60;
// How long a merge waits for another one: both would plan the next stage.
constexpr std::chrono::seconds merge_wait_max{5};

PrintedCommand shard_command(std::string_view verb, const std::filesystem::path& folder) {
  PrintedCommand command(called_program(), "shard");
  command.argument(std::string(verb)).argument(folder.string());
  return command;
}

std::string host_name() {
  char name[256] = "";
  return gethostname(name, sizeof name - 1) == 0 ? printable(name, sizeof name)
                                                 : "a machine without a name";
}

// Returns numbers as people list them: "1-4 7 9-12".
std::string listed(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    text += fmt::format("{}{}", text.empty() ? "" : " ", numbers[i]);
    if (end > i + 1) text += fmt::format("-{}", numbers[end - 1]);
    i = end;
  }
  return text;
}

// Says what a stage has, and how to play it.
void say_stage(const RunFolder& run, const cluster::StagePlan& plan) {
  std::uint64_t games = 0;
  double seconds = 0;
  for (const cluster::ShardRow& shard : plan.shards) {
    games += shard.games;
    seconds += shard.seconds;
  }
  say("stage {}: {} games in {}, about {:.0f} s of one core; `{}` plays the first, and `{}` goes "
      "on "
      "once all are played\n",
      run.stages, grouped(static_cast<std::int64_t>(games)),
      counted(static_cast<std::int64_t>(plan.shards.size()), "shard"), seconds,
      shard_command("run", run.folder).argument("1").text(),
      shard_command("merge", run.folder).text());
}

// Plans what the contest lacks as the next stage.
cluster::StagePlan plan_stage(RunFolder& run, std::vector<play::GameOrder> orders,
                              const arena::Contest& contest) {
  const play::HomeVenue venue(*contest.any_game, contest.conditions, contest.entrants);
  ProgressBar bar(STDERR_FILENO, "bots");
  const auto estimated = cluster::estimated(
      std::move(orders), venue,
      [&](std::size_t done, std::size_t all) { bar.show(done, all, "measuring"); });
  double seconds = run.size.seconds;
  if (run.size.shards != 0) {
    seconds = 0;
    for (const cluster::EstimatedOrder& each : estimated) seconds += each.seconds;
    seconds /= static_cast<double>(run.size.shards);
  }
  ++run.stages;
  return cluster::write_stage(run.stage(run.stages), run.build, contest.name, estimated, seconds);
}

// The state of a run after its shards were read.
struct Advance {
  arena::ContestReport report;
  std::vector<std::size_t> missing;        // shards of the last stage
  std::optional<cluster::StagePlan> next;  // stage, if it was planned
};

// Stores what was played, and plans what is missing if that is no shard of the last stage.
std::expected<Advance, Problem> advance(RunFolder& run, arena::Contest& contest) {
  auto session = StoreSession::begin(run.store().string(), contest, run.name, false);
  if (!session) return std::unexpected(session.error());
  Advance advance;
  cluster::PlayedOrders played;
  // The games of a check are stored when all of them are known.
  for (std::size_t stage = 1; stage <= run.stages; ++stage) {
    const auto plan = cluster::read_plan(run.stage(stage));
    if (!plan) return std::unexpected(plan.error());
    auto missing = played.add(run.stage(stage), *plan);
    if (!missing) return std::unexpected(missing.error());
    advance.missing = *std::move(missing);
  }
  cluster::PlayedElsewhere service(played);
  advance.report = run_contest(contest, {.service = &service, .cache = &(*session)->cache()});
  (*session)->flush();
  if (advance.report.complete) {
    if (contest.seed_is_sealed && !run.sealed) {
      (*session)->show_seed(contest, run.name);
      contest.seed_is_sealed = false;
    }
    return advance;
  }
  if (!advance.missing.empty()) return advance;
  advance.next = plan_stage(run, service.take_missing(), contest);
  return advance;
}

// Plans the first stage of a run.
std::expected<Advance, Problem> begin(RunFolder& run, arena::Contest& contest) {
  auto advanced = advance(run, contest);
  if (!advanced) return advanced;
  if (const auto written = write(run); !written) return std::unexpected(written.error());
  return advanced;
}

std::expected<ShardSize, Problem> size_of(const ShardArguments& arguments) {
  ShardSize size;
  if (arguments.seconds && arguments.shards)
    return std::unexpected(Problem{"--seconds and --shards exclude each other"});
  const auto seconds = real("--seconds", arguments.seconds, size.seconds, 1, shard_seconds_max);
  if (!seconds) return std::unexpected(seconds.error());
  const auto shards = whole("--shards", arguments.shards, 0, 1, cluster::shards_max);
  if (!shards) return std::unexpected(shards.error());
  return ShardSize{*seconds, *shards};
}

// Opens the contest of a run as its store has it, with the copies of its bots.
std::expected<arena::Contest, Problem> contest_of(const RunFolder& run,
                                                  const GuardArguments& guard) {
  auto stored = report::open_contest(run.store().string(), run.name);
  if (!stored) return std::unexpected(stored.error());
  arena::Contest contest = std::move(stored->contest);
  auto bots = bots_of(run);
  if (!bots) return std::unexpected(bots.error());
  for (std::size_t i = 0; i < bots->size(); ++i)
    contest.entrants.at(run.bots[i].place).player = std::move((*bots)[i].player);
  contest.conditions.host.files_stay = run.files_stay;
  if (const auto ok = guard_bots(contest.conditions, guard); !ok)
    return std::unexpected(ok.error());
  return contest;
}

Outcome plan(const ShardArguments& arguments) {
  const auto size = size_of(arguments);
  if (!size) return std::unexpected(size.error());
  const std::filesystem::path folder = arguments.words[1];
  RunArguments asked = arguments.run;
  asked.contest = arguments.words[0];
  asked.store = no_store;  // the run's own store is not there yet
  auto contest = asked_contest(asked);
  if (!contest) return std::unexpected(contest.error());
  if (const auto ok = guard_bots(contest->conditions, arguments.run.guard); !ok)
    return std::unexpected(ok.error());
  show_first_lines_only(contest->conditions.host);
  contest->seed_is_sealed = arguments.run.sealed;
  contest->conditions.host.files_stay = !arguments.without_files;
  auto run = make_run_folder(folder, std::filesystem::path(asked.contest).stem().string(), *size,
                             *contest);
  if (!run) return std::unexpected(run.error());
  const auto advanced = begin(*run, *contest);
  if (!advanced) {
    runner::remove_tree(run->folder);
    return std::unexpected(advanced.error());
  }
  say_commitment(contest->seed);
  if (advanced->next) say_stage(*run, *advanced->next);
  contest->conditions.host.builder->give_back();
  return Exit::ran;
}

Outcome play(const ShardArguments& arguments) {
  Interrupt interrupt(Interrupt::shard_patience);
  const auto form = cli::form(arguments.run.format);
  if (!form) return std::unexpected(form.error());
  const auto workers = jobs(arguments.run.jobs, processors());
  if (!workers) return std::unexpected(workers.error());
  auto run = open_run_folder(arguments.words[0]);
  if (!run) return std::unexpected(run.error());
  const auto shard = whole("NUMBER", arguments.words[1], 0, 1, cluster::shards_max);
  if (!shard) return std::unexpected(shard.error());
  if (run->stages == 0)
    return std::unexpected(Problem{run->folder.string() + ": nothing was planned yet"});
  auto bots = bots_of(*run);
  if (!bots) return std::unexpected(bots.error());
  play::Conditions conditions;
  if (const auto ok = guard_bots(conditions, arguments.run.guard); !ok)
    return std::unexpected(ok.error());
  show_first_lines_only(conditions.host);
  limit_patience(conditions, true);
  conditions.host.files_stay = run->files_stay;
  if (const auto entered = arena::enter_all(*bots, conditions.host); !entered)
    return std::unexpected(entered.error());
  say_sandbox(conditions, *bots);
  const arena::CatalogVenue venue(conditions.host, *bots);
  ProgressBar bar(STDERR_FILENO, "games");
  const auto begun = std::chrono::steady_clock::now();
  const auto played = cluster::play_shard(
      {.folder = run->stage(run->stages),
       .shard = *shard,
       .build = run->build,
       .machine = host_name(),
       .jobs = *workers,
       .stop = interrupt.token(),
       .progress = [&](std::uint64_t done, std::uint64_t all) { bar.show(done, all, ""); }},
      venue);
  if (!played) return std::unexpected(played.error());
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  if (*form == Form::json)
    fmt::print("{}\n", Json{{"schema", report::schema::shard},
                            {"shard", *shard},
                            {"stage", run->stages},
                            {"games", played->games},
                            {"before", played->before},
                            {"played", played->played},
                            {"whole", played->is_whole},
                            {"machine", host_name()},
                            {"seconds", seconds}}
                           .dump(2));
  else
    fmt::print("shard {} of stage {}: {} of {} games{}, {} played now in {:.1f} s\n", *shard,
               run->stages, grouped(static_cast<std::int64_t>(played->before + played->played)),
               grouped(static_cast<std::int64_t>(played->games)),
               played->is_whole ? "" : " (the same command goes on)",
               grouped(static_cast<std::int64_t>(played->played)), seconds);
  return played->is_whole ? Exit::ran : Exit::interrupted;
}

Outcome merge(const ShardArguments& arguments) {
  const auto form = cli::form(arguments.run.format, report_forms);
  if (!form) return std::unexpected(form.error());
  std::optional<std::filesystem::path> out;
  if (arguments.run.out) {
    auto file = output_file("--out", *arguments.run.out);
    if (!file) return std::unexpected(file.error());
    out = *std::move(file);
  }
  // Its store locks the run's folder itself.
  const FolderLock alone(RunFolder{.folder = arguments.words[0]}.stage(1), FolderLock::Use::write,
                         merge_wait_max);
  if (alone.refused())
    return std::unexpected(Problem{arguments.words[0] + ": another program merges it"});
  auto run = open_run_folder(arguments.words[0]);
  if (!run) return std::unexpected(run.error());
  auto contest = contest_of(*run, arguments.run.guard);
  if (!contest) return std::unexpected(contest.error());
  const auto advanced = advance(*run, *contest);
  if (!advanced) return std::unexpected(advanced.error());
  contest->conditions.host.builder->give_back();
  const std::string store = run->store().string();
  for (const std::string& damage : advanced->report.damage) say("{}: {}\n", store, damage);
  if (advanced->report.complete) {
    const report::Summary summary = report::summary_of(*contest, run->name, advanced->report);
    return print_ranking(summary, *form, out, {.shell = shell_with(store)});
  }
  if (advanced->next) {
    say_stage(*run, *advanced->next);
    return Exit::more_to_play;
  }
  say("stage {}: {} of its shards are missing or unfinished: {}; `{}` plays the first of them\n",
      run->stages, advanced->missing.size(), listed(advanced->missing),
      shard_command("run", run->folder).argument(std::to_string(advanced->missing.front())).text());
  return Exit::more_to_play;
}

// A verb, with what follows it.
struct Verb {
  std::string_view name, words;
  std::size_t count;
  Outcome (*act)(const ShardArguments&);
};
constexpr Verb verbs[] = {
    {"plan", "CONTEST DIR", 2, plan}, {"run", "DIR NUMBER", 2, play}, {"merge", "DIR", 1, merge}};

// Problem: an option was given that the verb does not have.
std::expected<void, Problem> check_options(const ShardArguments& arguments) {
  const RunArguments& run = arguments.run;
  const std::pair<std::string_view, bool> of_plan[] = {{"--bots", run.bots.has_value()},
                                                       {"--seed", run.seed.has_value()},
                                                       {"--games", run.games.has_value()},
                                                       {"--set", !run.switches.empty()},
                                                       {"--skip-broken", run.skip_broken},
                                                       {"--sealed", run.sealed},
                                                       {"--without-files", arguments.without_files},
                                                       {"--seconds", arguments.seconds.has_value()},
                                                       {"--shards", arguments.shards.has_value()}};
  const auto refused = [&](std::string_view option, std::string_view verb) {
    return std::unexpected(Problem{fmt::format("{} is an option of `shard {}`, not of `shard {}`",
                                               option, verb, arguments.verb)});
  };
  for (const auto& [option, is_given] : of_plan)
    if (is_given && arguments.verb != "plan") return refused(option, "plan");
  if (run.jobs && arguments.verb != "run") return refused("--jobs", "run");
  if (run.out && arguments.verb != "merge") return refused("--out", "merge");
  return {};
}

}  // namespace

Outcome shard(const ShardArguments& arguments) {
  std::vector<std::string> known;
  for (const Verb& verb : verbs) {
    known.emplace_back(verb.name);
    if (verb.name != arguments.verb) continue;
    if (const auto ok = check_options(arguments); !ok) return std::unexpected(ok.error());
    if (arguments.words.size() == verb.count) return verb.act(arguments);
    return std::unexpected(Problem{
        fmt::format("`shard {}` has {}: {}", verb.name,
                    counted(static_cast<std::int64_t>(verb.count), "argument"), verb.words)});
  }
  return std::unexpected(Problem{
      fmt::format("shard has no verb '{}'{}", arguments.verb, suggestion(arguments.verb, known))});
}

}  // namespace hilltop::cli
