#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <utility>
#include <vector>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/run_folder.hpp"
#include "apps/cli/run_head.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/staged_bots.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/cli/verbs.hpp"
#include "arena/catalog_venue.hpp"
#include "cluster/play_shard.hpp"
#include "cluster/stage.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "report/schemas.hpp"

namespace hilltop::cli {
namespace {

// Says what a stage has, and how to play it.
void say_stage(const RunFolder& run, const cluster::StagePlan& plan) {
  say("stage {}: {}; `{}` plays the first, and `{}` goes on once all are played\n", run.stages,
      size_of_stage(plan), run_command("shard", "run", run.folder).argument("1").text(),
      run_command("shard", "merge", run.folder).text());
}

Outcome plan(const ShardArguments& arguments) {
  const auto planned = plan_run(arguments, arguments.words[0], arguments.words[1]);
  if (!planned) return std::unexpected(planned.error());
  if (planned->first) say_stage(planned->held.run, *planned->first);
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
  play::Conditions conditions;
  if (const auto ok = guard_bots(conditions, arguments.run.guard); !ok)
    return std::unexpected(ok.error());
  show_first_lines_only(conditions.host);
  limit_patience(conditions, true);
  conditions.host.files_stay = run->files_stay;
  const auto folders = stage_bots(*run, arguments.scratch.value_or(""), conditions.host);
  if (!folders) return std::unexpected(folders.error());
  auto bots = bots_of(*run, *folders);
  if (!bots) return std::unexpected(bots.error());
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
  return played->is_whole ? Exit::ran : Exit::more_to_play;
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
  auto held = hold_run(arguments.words[0], arguments.run.guard);
  if (!held) return std::unexpected(held.error());
  const auto advanced = advance(*held);
  if (!advanced) return std::unexpected(advanced.error());
  held->contest.conditions.host.builder->give_back();
  if (advanced->report.complete) return print_ranking_of(*held, advanced->report, *form, out);
  const RunFolder& run = held->run;
  if (advanced->next) {
    say_stage(run, *advanced->next);
    return Exit::more_to_play;
  }
  say("stage {}: {} of its shards are missing or unfinished: {}; `{}` plays the first of them\n",
      run.stages, advanced->missing.size(), listed(advanced->missing),
      run_command("shard", "run", run.folder)
          .argument(std::to_string(advanced->missing.front()))
          .text());
  return Exit::more_to_play;
}

// A verb, with what follows it.
constexpr Verb<ShardArguments> shard_verbs[] = {
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
  if (arguments.scratch && arguments.verb != "run") return refused("--scratch", "run");
  if (run.out && arguments.verb != "merge") return refused("--out", "merge");
  return {};
}

}  // namespace

Outcome shard(const ShardArguments& arguments) {
  return act<ShardArguments>("shard", shard_verbs, arguments, arguments, check_options);
}

}  // namespace hilltop::cli
