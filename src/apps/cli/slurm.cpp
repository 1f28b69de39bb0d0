#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <unistd.h>
#include <utility>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/run_head.hpp"
#include "apps/cli/slurm_run.hpp"
#include "apps/cli/terminal.hpp"
#include "apps/cli/verbs.hpp"
#include "cluster/slurm_queue.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "core/own_program.hpp"
#include "core/text.hpp"
#include "report/schemas.hpp"
#include "runner/folder.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;
using cluster::SlurmJob;

// How often --wait looks into the folder, and asks the controller.
constexpr std::chrono::seconds look_every{2}, ask_every{30};
constexpr std::size_t shards_listed_max = 1'000;

cluster::SlurmQueue queue_of(const fs::path& folder) {
  return {folder, [](std::string_view why) { say("{}\n", why); }};
}

PrintedCommand resume_command(const fs::path& folder) {
  return run_command("slurm", "resume", folder);
}

// Returns the terms of the command line, those that it does not give as they were.
std::expected<cluster::SlurmTerms, Problem> terms_of(const SlurmArguments& arguments,
                                                     cluster::SlurmTerms terms) {
  terms.program = fs::read_symlink(own_program).string();
  if (!arguments.sbatch.empty()) terms.options = arguments.sbatch;
  if (!arguments.before.empty()) terms.before = arguments.before;
  if (arguments.shards.scratch) terms.scratch = *arguments.shards.scratch;
  if (const auto ok = cluster::check(terms); !ok) return std::unexpected(ok.error());
  return terms;
}

// A stage whose shards are submitted.
struct StageToPlay {
  std::size_t number;
  const cluster::StagePlan& plan;
  std::size_t missing;              // shards, with those that are in jobs
  std::vector<std::size_t> shards;  // to submit
};

// Returns the jobs of the stage's next submission, which is added to the run.
std::vector<cluster::SlurmArray> next_arrays(SlurmRun& slurm, const StageToPlay& stage,
                                             std::size_t tasks_max) {
  std::vector<cluster::SlurmArray> arrays;
  SlurmRun::Submission submission{stage.number, stage.missing, {}};
  const std::size_t number = slurm.submissions.size() + 1;
  for (std::size_t begin = 0; begin < stage.shards.size(); begin += tasks_max) {
    const std::size_t end = std::min(begin + tasks_max, stage.shards.size());
    cluster::SlurmArray array{slurm.array_name(number, arrays.size() + 1),
                              stage.number,
                              {stage.shards.data() + begin, stage.shards.data() + end},
                              0};
    for (const std::size_t shard : array.shards)
      array.seconds = std::max(array.seconds, stage.plan.shards[shard - 1].seconds);
    submission.arrays.push_back(array.shards);
    arrays.push_back(std::move(array));
  }
  slurm.submissions.push_back(std::move(submission));
  return arrays;
}

// Writes a script into the run's folder. Returns its name there.
std::expected<fs::path, Problem> write_script(const fs::path& folder, std::string_view name,
                                              const std::string& text) {
  const fs::path script = fs::path(cluster::slurm_folder) / fmt::format("{}.sh", name);
  std::error_code error;
  fs::create_directories(folder / cluster::slurm_folder, error);
  const auto written = replace_file(folder / script, text);
  if (!written)
    return std::unexpected(Problem{(folder / script).string() + ": " + written.error()});
  return script;
}

// Submits what plays a stage, and the job that goes on after it and after `live` arrays. An array
// that the site refuses after others is left to that job.
std::expected<void, Problem> submit_stage(const RunFolder& run, SlurmRun& slurm,
                                          const StageToPlay& stage,
                                          const std::vector<SlurmJob>& live) {
  auto queue = queue_of(run.folder);
  const auto tasks_max = queue.array_tasks_max();
  if (!tasks_max) return std::unexpected(tasks_max.error());
  const auto arrays =
      next_arrays(slurm, stage, std::clamp<std::size_t>(*tasks_max, 1, cluster::array_tasks_max));
  if (const auto written = write(slurm, run.folder); !written) return written;
  std::set<std::string> ids;
  std::vector<SlurmJob> waiting_merges;
  for (const SlurmJob& job : live)
    if (!SlurmRun::is_merge(job.name))
      ids.insert(job.id);
    else if (job.state == "PENDING")
      waiting_merges.push_back(job);
  std::size_t submitted = 0;
  for (const cluster::SlurmArray& array : arrays) {
    const auto script = write_script(run.folder, array.name, array_script(slurm.terms, array));
    if (!script) return std::unexpected(script.error());
    const auto id = queue.submit(*script, array.name);
    if (!id && ids.empty()) return std::unexpected(id.error());
    if (!id) {
      say("{}; the rest is submitted when these have been played\n", id.error().text);
      break;
    }
    submitted += array.shards.size();
    ids.insert(*id);
  }
  const std::string merge = slurm.merge_name(slurm.submissions.size());
  const auto script = write_script(run.folder, merge, merge_script(slurm.terms, merge));
  if (!script) return std::unexpected(script.error());
  const std::vector<std::string> after(ids.begin(), ids.end());
  const auto id = queue.submit(*script, merge, after);
  if (!id) return std::unexpected(id.error());
  if (const auto ended = queue.cancel(waiting_merges); !ended) return ended;
  say("stage {}: {} submitted, and job {} goes on after them; `{}` shows how far they are\n",
      stage.number, counted(static_cast<std::int64_t>(submitted), "shard"), *id,
      run_command("slurm", "status", run.folder).text());
  return {};
}

// Says how a run goes on that could not be submitted.
Exit not_submitted(const RunFolder& run, const Problem& why) {
  say("hilltop: {}; nothing that was played is lost: `{}` submits what is missing\n", why.text,
      resume_command(run.folder).text());
  return Exit::could_not;
}

Outcome submit(const SlurmArguments& arguments) {
  SlurmRun slurm = new_slurm_run();
  slurm.terms.sandbox = arguments.shards.run.guard.sandbox;
  auto terms = terms_of(arguments, slurm.terms);
  if (!terms) return std::unexpected(terms.error());
  const auto& words = arguments.shards.words;
  const auto planned = plan_run(arguments.shards, words[0], words[1]);
  if (!planned) return std::unexpected(planned.error());
  const RunFolder& run = planned->held.run;
  slurm.terms = *std::move(terms);
  slurm.terms.has_bots = !run.bots.empty();
  if (!planned->first) return std::unexpected(Problem{words[0] + ": there is nothing to play"});
  const std::size_t all = planned->first->shards.size();
  StageToPlay stage{run.stages, *planned->first, all, std::vector<std::size_t>(all)};
  std::iota(stage.shards.begin(), stage.shards.end(), 1);
  say("stage 1: {}{}\n", size_of_stage(*planned->first),
      run.is_timed ? "; timing-sensitive: bots have a clock for a game" : "");
  if (arguments.dry_run) {
    for (const auto& array : next_arrays(slurm, stage, cluster::array_tasks_max))
      fmt::print("{}\n", array_script(slurm.terms, array));
    fmt::print("{}", merge_script(slurm.terms, slurm.merge_name(1)));
    runner::remove_tree(run.folder);
    return Exit::ran;
  }
  if (const auto written = write(slurm, run.folder); !written)
    return std::unexpected(written.error());
  if (const auto done = submit_stage(run, slurm, stage, {}); !done)
    return not_submitted(run, done.error());
  return Exit::ran;
}

// Returns the record of a run. Problem: it was never given to Slurm.
std::expected<SlurmRun, Problem> slurm_run_of(const fs::path& folder) {
  auto slurm = read_slurm_run(folder);
  if (!slurm) return std::unexpected(slurm.error());
  if (*slurm) return **std::move(slurm);
  if (const auto run = open_run_folder(folder); !run) return std::unexpected(run.error());
  return std::unexpected(Problem{fmt::format("{}: none of it was given to Slurm; `{}` does that",
                                             folder.string(), resume_command(folder).text())});
}

// Returns the shards of a stage that jobs will play.
std::set<std::size_t> shards_in(const std::vector<SlurmJob>& jobs, const SlurmRun& slurm,
                                std::size_t stage) {
  std::set<std::size_t> shards;
  for (const SlurmJob& job : jobs) {
    const auto place = slurm.array_of(job.name);
    const std::size_t task = job.task.value_or(0);
    if (place && place->stage == stage && task < place->shards.size())
      shards.insert(place->shards[task]);
  }
  return shards;
}

Outcome resume(const SlurmArguments& arguments) {
  const fs::path folder = arguments.shards.words[0];
  auto known = read_slurm_run(folder);
  if (!known) return std::unexpected(known.error());
  SlurmRun slurm = known->value_or(new_slurm_run());
  auto terms = terms_of(arguments, slurm.terms);
  if (!terms) return std::unexpected(terms.error());
  slurm.terms = *std::move(terms);
  auto held = hold_run(folder, {.sandbox = slurm.terms.sandbox});
  if (!held) return std::unexpected(held.error());
  slurm.terms.has_bots = !held->run.bots.empty();
  const auto advanced = advance(*held);
  if (!advanced) return std::unexpected(advanced.error());
  held->contest.conditions.host.builder->give_back();
  const RunFolder& run = held->run;
  if (advanced->report.complete)
    return print_ranking_of(*held, advanced->report, Form::text, std::nullopt);
  const auto plan = cluster::read_plan(run.stage(run.stages));
  if (!plan) return std::unexpected(plan.error());
  std::vector<std::size_t> missing = advanced->missing;
  if (advanced->next) {
    missing.resize(plan->shards.size());
    std::iota(missing.begin(), missing.end(), 1);
  }
  auto live = queue_of(folder).jobs(slurm.begin_of_names());
  if (!live) return not_submitted(run, live.error());
  const char* const own_id = std::getenv("SLURM_JOB_ID");
  std::erase_if(*live, [&](const SlurmJob& job) { return own_id != nullptr && job.id == own_id; });
  const auto in_jobs = shards_in(*live, slurm, run.stages);
  if (arguments.unattended && in_jobs.empty() && !slurm.submissions.empty() &&
      slurm.submissions.back().stage == run.stages &&
      missing.size() >= slurm.submissions.back().missing) {
    say("stage {}: the last jobs have played none of {}; {} has what they printed, and `{}` "
        "submits "
        "them again\n",
        run.stages, counted(static_cast<std::int64_t>(missing.size()), "missing shard"),
        (folder / cluster::slurm_folder).string(), resume_command(folder).text());
    return Exit::more_to_play;
  }
  StageToPlay stage{run.stages, *plan, missing.size(), {}};
  std::ranges::copy_if(missing, std::back_inserter(stage.shards),
                       [&](std::size_t shard) { return !in_jobs.contains(shard); });
  if (const auto done = submit_stage(run, slurm, stage, *live); !done)
    return not_submitted(run, done.error());
  return Exit::more_to_play;
}

// How far a run is.
struct SlurmStatus {
  bool is_complete = false;
  std::size_t stage = 0, shards = 0;
  std::vector<std::size_t> missing;
  std::optional<std::vector<SlurmJob>> jobs;  // nullopt if the controller did not tell
  std::vector<std::size_t> lost;              // missing and in no job
};

bool is_held(const SlurmJob& job) {
  return job.state == "PENDING" && (job.reason.find("held") != std::string::npos ||
                                    job.reason.find("Held") != std::string::npos);
}

std::int64_t tasks_in(const SlurmStatus& status, std::string_view state) {
  return status.jobs
             ? std::ranges::count_if(*status.jobs,
                                     [&](const SlurmJob& job) {
                                       return !SlurmRun::is_merge(job.name) && job.state == state;
                                     })
             : 0;
}

Json json_of(const SlurmStatus& status, const RunFolder& run) {
  Json held = Json::array();
  if (status.jobs)
    for (const SlurmJob& job : *status.jobs)
      if (is_held(job)) held.push_back({{"job", job.called()}, {"reason", job.reason}});
  return {{"schema", report::schema::slurm},
          {"contest", run.name},
          {"complete", status.is_complete},
          {"stage", status.stage},
          {"shards", status.shards},
          {"whole", status.shards - status.missing.size()},
          {"queue_known", status.jobs.has_value()},
          {"running", tasks_in(status, "RUNNING")},
          {"waiting", tasks_in(status, "PENDING")},
          {"held", std::move(held)},
          {"lost", status.lost},
          {"timing_sensitive", run.is_timed}};
}

void say_status(const SlurmStatus& status, const RunFolder& run) {
  say("{}, stage {}: {} of {} played, {} running, {} waiting{}\n", run.name, status.stage,
      status.shards - status.missing.size(),
      counted(static_cast<std::int64_t>(status.shards), "shard"), tasks_in(status, "RUNNING"),
      tasks_in(status, "PENDING"),
      run.is_timed ? "; timing-sensitive: bots have a clock for a game" : "");
  if (!status.jobs) return;
  std::map<std::string, int> reasons;
  for (const SlurmJob& job : *status.jobs) {
    if (is_held(job))
      say("job {} is held ({}); `scontrol release {}` lets it go on\n", job.called(), job.reason,
          job.called());
    else if (job.state == "PENDING")
      ++reasons[job.reason];
  }
  for (const auto& [reason, jobs] : reasons)
    say("waiting for {}: {}\n", reason, counted(jobs, "job"));
  if (!status.lost.empty())
    say("missing and in no job: {}; {} has what jobs printed, and `{}` submits them\n",
        listed({status.lost.begin(),
                status.lost.begin() +
                    static_cast<std::ptrdiff_t>(std::min(status.lost.size(), shards_listed_max))}),
        (run.folder / cluster::slurm_folder).string(), resume_command(run.folder).text());
}

// Shows the progress of a run until it has no jobs any more, or the user ends that.
void wait_for_jobs(const fs::path& folder, const SlurmRun& slurm) {
  using Clock = std::chrono::steady_clock;
  const Interrupt interrupt;
  ProgressBar bar(STDERR_FILENO, "shards");
  auto queue = queue_of(folder);
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  for (Clock::time_point ask_at; !interrupt.token().stop_requested();) {
    const auto run = open_run_folder(folder);
    if (!run || run->stages == 0) return;
    const auto plan = cluster::read_plan(run->stage(run->stages));
    if (!plan) return;
    std::size_t played = 0;
    std::error_code error;
    for (std::size_t shard = 1; shard <= plan->shards.size(); ++shard)
      played += fs::exists(cluster::played_file(run->stage(run->stages), shard), error);
    bar.show(played, plan->shards.size(), fmt::format("stage {}", run->stages));
    if (Clock::now() >= ask_at) {
      const auto jobs = queue.jobs(slurm.begin_of_names());
      if (jobs && jobs->empty()) return;
      ask_at = Clock::now() + ask_every;
    }
    never.wait_for(lock, interrupt.token(), look_every, [] { return false; });
  }
}

Outcome status(const SlurmArguments& arguments) {
  const fs::path folder = arguments.shards.words[0];
  const auto form = cli::form(arguments.shards.run.format);
  if (!form) return std::unexpected(form.error());
  const auto slurm = slurm_run_of(folder);
  if (!slurm) return std::unexpected(slurm.error());
  if (arguments.wait) wait_for_jobs(folder, *slurm);
  auto held = open_run(folder, {.sandbox = slurm->terms.sandbox});
  if (!held) return std::unexpected(held.error());
  const RunFolder& run = held->run;
  const auto advanced = advance(*held, WhenWhole::nothing);
  if (!advanced) return std::unexpected(advanced.error());
  held->contest.conditions.host.builder->give_back();
  SlurmStatus status{advanced->report.complete, run.stages, 0, advanced->missing, {}, {}};
  const auto plan = cluster::read_plan(run.stage(run.stages));
  if (!plan) return std::unexpected(plan.error());
  status.shards = plan->shards.size();
  if (auto jobs = queue_of(folder).jobs(slurm->begin_of_names())) {
    const auto in_jobs = shards_in(*jobs, *slurm, run.stages);
    std::ranges::copy_if(status.missing, std::back_inserter(status.lost),
                         [&](std::size_t shard) { return !in_jobs.contains(shard); });
    status.jobs = *std::move(jobs);
  } else {
    say("{}\n", jobs.error().text);
  }
  const Exit exit = status.is_complete ? Exit::ran : Exit::more_to_play;
  if (*form == Form::json) {
    fmt::print("{}\n", json_of(status, run).dump(2));
    return exit;
  }
  say_status(status, run);
  const Exit printed = print_ranking_of(*held, advanced->report, *form, std::nullopt);
  return printed == Exit::ran ? exit : printed;
}

Outcome cancel(const SlurmArguments& arguments) {
  const fs::path folder = arguments.shards.words[0];
  const auto slurm = slurm_run_of(folder);
  if (!slurm) return std::unexpected(slurm.error());
  auto queue = queue_of(folder);
  const auto jobs = queue.jobs(slurm->begin_of_names());
  if (!jobs) return std::unexpected(jobs.error());
  if (const auto ended = queue.cancel(*jobs); !ended) return std::unexpected(ended.error());
  say("{} cancelled; what was played stays, and `{}` goes on\n",
      counted(static_cast<std::int64_t>(jobs->size()), "job"), resume_command(folder).text());
  return Exit::ran;
}

// A verb, with what follows it.
constexpr Verb<SlurmArguments> slurm_verbs[] = {{"submit", "CONTEST DIR", 2, submit},
                                                {"status", "DIR", 1, status},
                                                {"resume", "DIR", 1, resume},
                                                {"cancel", "DIR", 1, cancel}};

// Problem: an option was given that the verb does not have.
std::expected<void, Problem> check_slurm_options(const SlurmArguments& arguments) {
  const ShardArguments& shards = arguments.shards;
  struct Given {
    std::string_view option;
    bool is_given;
    std::string_view verbs;
  };
  const Given all[] = {{"--bots", shards.run.bots.has_value(), "submit"},
                       {"--seed", shards.run.seed.has_value(), "submit"},
                       {"--games", shards.run.games.has_value(), "submit"},
                       {"--set", !shards.run.switches.empty(), "submit"},
                       {"--skip-broken", shards.run.skip_broken, "submit"},
                       {"--sealed", shards.run.sealed, "submit"},
                       {"--without-files", shards.without_files, "submit"},
                       {"--seconds", shards.seconds.has_value(), "submit"},
                       {"--shards", shards.shards.has_value(), "submit"},
                       {"--dry-run", arguments.dry_run, "submit"},
                       {"--sbatch", !arguments.sbatch.empty(), "submit, resume"},
                       {"--before", !arguments.before.empty(), "submit, resume"},
                       {"--scratch", shards.scratch.has_value(), "submit, resume"},
                       {"--unattended", arguments.unattended, "resume"},
                       {"--wait", arguments.wait, "status"}};
  for (const Given& each : all)
    if (each.is_given && each.verbs.find(shards.verb) == std::string_view::npos)
      return std::unexpected(Problem{fmt::format("{} is an option of {}, not of `slurm {}`",
                                                 each.option, each.verbs, shards.verb)});
  return {};
}

}  // namespace

Outcome slurm(const SlurmArguments& arguments) {
  return act<SlurmArguments>("slurm", slurm_verbs, arguments.shards, arguments,
                             check_slurm_options);
}

}  // namespace hilltop::cli
