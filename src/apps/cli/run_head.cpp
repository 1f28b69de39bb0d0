#include "apps/cli/run_head.hpp"

#include <chrono>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

#include "apps/cli/arguments.hpp"
#include "apps/cli/ranking.hpp"
#include "apps/cli/run.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/staged_bots.hpp"
#include "apps/cli/store_session.hpp"
#include "apps/cli/terminal.hpp"
#include "cluster/estimate.hpp"
#include "cluster/played_elsewhere.hpp"
#include "core/text.hpp"
#include "report/stored_contest.hpp"
#include "runner/folder.hpp"

namespace hilltop::cli {
namespace {

constexpr double shard_seconds_max = 24 * 60 * 60;
// The last shards are shorter than --seconds by this factor at most.
constexpr double last_shards_shorter = 8;
// How long a merge waits for another one: both would plan the next stage.
constexpr std::chrono::seconds merge_wait_max{5};

// Removes the folder of a run that could not be planned.
class UnplannedFolder {
 public:
  explicit UnplannedFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
  ~UnplannedFolder() {
    if (!folder_.empty()) runner::remove_tree(folder_);
  }
  UnplannedFolder(const UnplannedFolder&) = delete;
  UnplannedFolder& operator=(const UnplannedFolder&) = delete;

  void keep() { folder_.clear(); }

 private:
  std::filesystem::path folder_;
};

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

// Lets the bots of a contest play from their copies on this machine.
std::expected<void, Problem> seat_bots(const RunFolder& run, arena::Contest& contest) {
  const auto folders = stage_bots(run, {}, contest.conditions.host);
  if (!folders) return std::unexpected(folders.error());
  auto bots = bots_of(run, *folders);
  if (!bots) return std::unexpected(bots.error());
  for (std::size_t i = 0; i < bots->size(); ++i)
    contest.entrants.at(run.bots[i].place).player = std::move((*bots)[i].player);
  return {};
}

// Opens the contest of a run as its store has it, with the copies of its bots.
std::expected<arena::Contest, Problem> contest_of(const RunFolder& run,
                                                  const GuardArguments& guard) {
  auto stored = report::open_contest(run.store().string(), run.name);
  if (!stored) return std::unexpected(stored.error());
  arena::Contest contest = std::move(stored->contest);
  contest.conditions.host.files_stay = run.files_stay;
  if (const auto ok = guard_bots(contest.conditions, guard); !ok)
    return std::unexpected(ok.error());
  if (const auto ok = seat_bots(run, contest); !ok) return std::unexpected(ok.error());
  return contest;
}

// Plans what the contest lacks as the next stage.
cluster::StagePlan plan_stage(RunFolder& run, std::vector<play::GameOrder> orders,
                              const arena::Contest& contest) {
  const play::HomeVenue venue(*contest.any_game, contest.conditions, contest.entrants);
  ProgressBar bar(STDERR_FILENO, "bots");
  const auto estimated = cluster::estimated(
      std::move(orders), venue,
      [&](std::size_t done, std::size_t all) { bar.show(done, all, "measuring"); });
  cluster::ShardSeconds seconds{run.size.seconds, run.size.seconds / last_shards_shorter};
  if (run.size.shards != 0) {
    double all = 0;
    for (const cluster::EstimatedOrder& each : estimated) all += each.seconds;
    seconds.usual = seconds.last = all / static_cast<double>(run.size.shards);
  }
  ++run.stages;
  return cluster::write_stage(run.stage(run.stages), run.build, contest.name, estimated, seconds);
}

}  // namespace

std::expected<PlannedRun, Problem> plan_run(const ShardArguments& arguments,
                                            const std::string& contest,
                                            const std::filesystem::path& folder) {
  const auto size = size_of(arguments);
  if (!size) return std::unexpected(size.error());
  RunArguments asked = arguments.run;
  asked.contest = contest;
  asked.store = no_store;  // the run's own store is not there yet
  auto read = asked_contest(asked);
  if (!read) return std::unexpected(read.error());
  if (const auto ok = guard_bots(read->conditions, arguments.run.guard); !ok)
    return std::unexpected(ok.error());
  show_first_lines_only(read->conditions.host);
  read->seed_is_sealed = arguments.run.sealed;
  read->conditions.host.files_stay = !arguments.without_files;
  auto run = make_run_folder(folder, std::filesystem::path(contest).stem().string(), *size, *read);
  if (!run) return std::unexpected(run.error());
  UnplannedFolder unplanned(run->folder);
  if (const auto ok = seat_bots(*run, *read); !ok) return std::unexpected(ok.error());
  HeldRun held{*std::move(run), *std::move(read), nullptr};
  auto advanced = advance(held);
  if (!advanced) return std::unexpected(advanced.error());
  if (const auto written = write(held.run); !written) return std::unexpected(written.error());
  unplanned.keep();
  say_commitment(held.contest.seed);
  held.contest.conditions.host.builder->give_back();
  return PlannedRun{std::move(held), std::move(advanced->next)};
}

std::expected<HeldRun, Problem> open_run(const std::filesystem::path& folder,
                                         const GuardArguments& guard) {
  auto run = open_run_folder(folder);
  if (!run) return std::unexpected(run.error());
  auto contest = contest_of(*run, guard);
  if (!contest) return std::unexpected(contest.error());
  return HeldRun{*std::move(run), *std::move(contest), nullptr};
}

std::expected<HeldRun, Problem> hold_run(const std::filesystem::path& folder,
                                         const GuardArguments& guard) {
  // Its store locks the run's folder itself.
  auto alone = std::make_unique<FolderLock>(RunFolder{.folder = folder}.stage(1),
                                            FolderLock::Use::write, merge_wait_max);
  if (alone->refused())
    return std::unexpected(Problem{folder.string() + ": another program merges it"});
  auto held = open_run(folder, guard);
  if (held) held->alone = std::move(alone);
  return held;
}

std::expected<Advance, Problem> advance(HeldRun& held, WhenWhole when_whole) {
  auto& [run, contest, alone] = held;
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
  // If no shard is missing, every fixture is about to be stored whole, and parts would be replaced.
  advance.report = run_contest(contest, {.service = &service,
                                         .cache = &(*session)->cache(),
                                         .stores_parts = !advance.missing.empty()});
  (*session)->flush();
  for (const std::string& damage : advance.report.damage)
    say("{}: {}\n", run.store().string(), damage);
  if (advance.report.complete) {
    if (contest.seed_is_sealed && !run.sealed) {
      (*session)->show_seed(contest, run.name);
      contest.seed_is_sealed = false;
    }
    return advance;
  }
  if (advance.missing.empty() && when_whole == WhenWhole::plan_next)
    advance.next = plan_stage(run, service.take_missing(), contest);
  return advance;
}

Exit print_ranking_of(const HeldRun& held, const arena::ContestReport& report, Form form,
                      const std::optional<std::filesystem::path>& out) {
  const report::Summary summary = report::summary_of(held.contest, held.run.name, report);
  return print_ranking(summary, form, out, {.shell = shell_with(held.run.store().string())});
}

std::string size_of_stage(const cluster::StagePlan& plan) {
  std::uint64_t games = 0;
  double seconds = 0;
  for (const cluster::ShardRow& shard : plan.shards) {
    games += shard.games;
    seconds += shard.seconds;
  }
  return fmt::format("{} games in {}, about {:.0f} s of one core",
                     grouped(static_cast<std::int64_t>(games)),
                     counted(static_cast<std::int64_t>(plan.shards.size()), "shard"), seconds);
}

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

PrintedCommand run_command(std::string_view command, std::string_view verb,
                           const std::filesystem::path& folder) {
  PrintedCommand printed(called_program(), command);
  printed.argument(std::string(verb)).argument(folder.string());
  return printed;
}

}  // namespace hilltop::cli
