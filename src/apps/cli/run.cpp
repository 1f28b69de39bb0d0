#include "apps/cli/run.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/misplaced.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/prepare.hpp"
#include "apps/cli/queued.hpp"
#include "apps/cli/ranking.hpp"
#include "apps/cli/run_log.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/run.hpp"
#include "core/text.hpp"
#include "report/csv.hpp"
#include "report/text.hpp"
#include "tournament/formats.hpp"

namespace hilltop::cli {
namespace {

// Problem: a file is both read and written, or written twice.
std::expected<void, Problem> check_files(const RunArguments& arguments,
                                         const arena::Contest& contest, const std::string& store,
                                         const std::optional<std::filesystem::path>& out) {
  std::vector<UsedFile> files;
  if (const auto file = arena::find_contest(arguments.contest, arena::contests_folder()))
    files.push_back({"the contest", *file});
  for (const auto& file : contest.files) files.push_back({"a file of the contest", file});
  if (store != no_store) std::ranges::move(files_of_store(store), std::back_inserter(files));
  std::vector<UsedFile> outputs;
  if (out) outputs.push_back({"--out", *out});
  if (arguments.log) outputs.push_back({"--log", *arguments.log});
  if (arguments.grades) outputs.push_back({"--grades", *arguments.grades});
  std::vector<std::filesystem::path> bots;
  for (const play::Entrant& entrant : contest.entrants)
    if (const auto* const bot = std::get_if<runner::Manifest>(&entrant.player))
      bots.push_back(bot->folder);
  if (const auto ok = check_outside(outputs, bots); !ok) return ok;
  std::ranges::move(outputs, std::back_inserter(files));
  return check_apart(files);
}

// Returns what is being played, for the progress bar: "round 3".
std::string stage(tournament::Format format, int round) {
  const std::string_view word = tournament::traits_of(format).round;
  return word.empty() ? "" : fmt::format("{} {}", word, round);
}

// Says after Ctrl-C how to resume. `store`: the store of the results; null if there is none.
void say_how_to_resume(const std::string* store, const RunArguments& arguments) {
  const std::string_view without = arguments.fresh   ? " without --fresh"  // which begin anew
                                   : arguments.again ? " without --again"
                                                     : "";
  if (store != nullptr)
    say("\nstopped; results so far are in '{}', and the same command{} resumes\n", *store, without);
  else
    say("\nstopped; nothing was stored (--store FILE stores results)\n");
}

// Returns the contest's name in the store.
std::string name_of_contest(const RunArguments& arguments) {
  return std::filesystem::path(arguments.contest).stem().string();
}

}  // namespace

std::expected<arena::Contest, Problem> asked_contest(const RunArguments& arguments) {
  arena::ContestOverrides overrides;
  if (arguments.bots) overrides.bots = *arguments.bots;
  if (arguments.seed) {
    const auto seed = seed_of(arguments.seed);
    if (!seed) return std::unexpected(seed.error());
    overrides.seed = *seed;
  }
  if (arguments.games) {
    const auto games = whole("--games", arguments.games, 0, 1, tournament::games_max);
    if (!games) return std::unexpected(games.error());
    overrides.games = *games;
  }
  auto switches = cli::switches(arguments.switches);
  if (!switches) return std::unexpected(switches.error());
  overrides.switches = *std::move(switches);
  overrides.skip_broken = arguments.skip_broken;
  overrides.name_holders =
      name_holders_in(store_named(arguments.store), name_of_contest(arguments));
  const auto folder = arena::contests_folder();
  auto contest = arena::read_contest(arguments.contest, folder, std::move(overrides));
  if (contest) return contest;
  const auto file = arena::find_contest(arguments.contest, folder);
  const bool found_by_name = file && *file != arguments.contest;
  if (found_by_name) return contest;
  if (auto found = misplaced(arguments.contest, Wanted::contest))
    return std::unexpected(*std::move(found));
  return contest;
}

namespace {

// The checked arguments of `run`.
struct RunRequest {
  Form form;
  int workers;
  arena::Contest contest;
  std::string name;  // of the contest, in the store
  std::optional<std::filesystem::path> out;
  std::string store;  // or `no_store`
  std::optional<arena::Again> again;
  std::optional<std::chrono::seconds> every;  // between interim rankings
  std::optional<std::filesystem::path> grades;
  report::Shell shell;
  std::optional<cluster::QueueTerms> queue;  // in which workers play
};

constexpr std::uint64_t every_s_max = 24 * 3600;

// Reads --again.
std::expected<std::optional<arena::Again>, Problem> read_again(const RunArguments& arguments,
                                                               const arena::Contest& contest,
                                                               const std::string& store) {
  if (!arguments.again) return std::nullopt;
  if (store == no_store)
    return std::unexpected(Problem{"--again needs a store, and --store is none"});
  if (arguments.fresh)
    return std::unexpected(Problem{"--again and --fresh exclude each other: --fresh plays all"});
  if (*arguments.again == "timeouts") return arena::Again{};
  std::vector<std::string> known{"timeouts"};
  for (std::size_t i = 0; i < contest.entrants.size(); ++i) {
    known.push_back(contest.entrants[i].name);
    if (known.back() == *arguments.again) return arena::Again{static_cast<tournament::EntryId>(i)};
  }
  return std::unexpected(
      Problem{fmt::format("--again: the contest has no bot '{}'{}", *arguments.again,
                          suggestion(*arguments.again, known))});
}

std::expected<RunRequest, Problem> read_request(const RunArguments& arguments) {
  const auto form = cli::form(arguments.format, report_forms);
  if (!form) return std::unexpected(form.error());
  auto contest = asked_contest(arguments);
  if (!contest) return std::unexpected(contest.error());
  // A bot that shares its processor with another program is late.
  const bool has_processes = std::ranges::any_of(contest->entrants, &play::Entrant::is_process);
  const auto workers =
      jobs(arguments.jobs, has_processes && !arguments.jobs ? free_processors() : processors());
  if (!workers) return std::unexpected(workers.error());
  if (const auto ok = guard_bots(contest->conditions, arguments.guard); !ok)
    return std::unexpected(ok.error());
  show_first_lines_only(contest->conditions.host);
  std::optional<std::filesystem::path> out;
  if (arguments.out) {
    auto file = output_file("--out", *arguments.out);
    if (!file) return std::unexpected(file.error());
    out = *std::move(file);
  }
  std::string store = store_named(arguments.store);
  if (const auto ok = check_files(arguments, *contest, store, out); !ok)
    return std::unexpected(ok.error());
  std::optional<std::chrono::seconds> every;
  if (arguments.every) {
    const auto seconds = whole("--every", arguments.every, 0, 1, every_s_max);
    if (!seconds) return std::unexpected(seconds.error());
    every = std::chrono::seconds(*seconds);
  }
  std::optional<std::filesystem::path> grades;
  if (arguments.grades) {
    auto file = output_file("--grades", *arguments.grades);
    if (!file) return std::unexpected(file.error());
    grades = *std::move(file);
  }
  const auto again = read_again(arguments, *contest, store);
  if (!again) return std::unexpected(again.error());
  auto queue = queue_terms(arguments.queue);
  if (!queue) return std::unexpected(queue.error());
  if (*again && *queue && (*queue)->recheck > 0)
    return std::unexpected(Problem{"--again and --recheck exclude each other"});
  return RunRequest{*form,
                    *workers,
                    *std::move(contest),
                    name_of_contest(arguments),
                    std::move(out),
                    std::move(store),
                    *again,
                    every,
                    std::move(grades),
                    shell_with(arguments.store),
                    *std::move(queue)};
}

// Returns a table's lines, or as many as `rows` hold, the last one saying how many others there
// are.
std::vector<std::string> lines_that_fit(std::string_view table, std::size_t rows) {
  std::vector<std::string> lines;
  for (std::size_t end; (end = table.find('\n')) != std::string_view::npos;
       table.remove_prefix(end + 1))
    lines.emplace_back(table.substr(0, end));
  if (lines.size() <= rows) return lines;
  const std::size_t left = lines.size() - rows + 1;
  lines.resize(rows - 1);
  lines.push_back(fmt::format("  … and {} more", left));
  return lines;
}

// Shows the ranking of the games so far: under the bar on a terminal, and in lines that stay every
// --every seconds.
class InterimRanking {
 public:
  InterimRanking(const RunRequest& request, ProgressBar& bar) : request_(request), bar_(bar) {}

  bool is_asked_for() const { return rows_ || request_.every; }

  void update(const std::function<arena::ContestReport()>& so_far) {
    const auto now = Clock::now();
    const bool stays = request_.every && now >= begun_ + (told_ + 1) * *request_.every;
    if (!stays && (!rows_ || now < due_)) return;
    const arena::ContestReport report = so_far();
    const report::Summary summary = report::summary_of(request_.contest, request_.name, report);
    const auto columns = terminal_columns(STDERR_FILENO);
    if (stays) {
      told_ = (now - begun_) / *request_.every;
      say("\n{}", report::interim_text(summary, columns));
    }
    if (!rows_) return;
    const int free = *rows_ - rows_kept_free;
    if (free >= rows_min)
      bar_.put_under(
          lines_that_fit(report::interim_text(summary, columns), static_cast<std::size_t>(free)));
    due_ = Clock::now() + std::max<Clock::duration>(update_every, (Clock::now() - now) * cost_max);
  }

 private:
  using Clock = std::chrono::steady_clock;
  // The table may take one part in `cost_max` of the time.
  static constexpr int rows_kept_free = 2, rows_min = 5, cost_max = 50;
  static constexpr std::chrono::seconds update_every{1};

  const RunRequest& request_;
  ProgressBar& bar_;
  const std::optional<int> rows_ = terminal_rows(STDERR_FILENO);
  const Clock::time_point begun_ = Clock::now();
  Clock::time_point due_ = begun_ + update_every;
  std::int64_t told_ = 0;  // times --every
};

arena::ContestReport play_with_a_bar(const RunRequest& request, arena::RunOptions options) {
  const arena::Contest& contest = request.contest;
  ProgressBar bar(STDERR_FILENO, "games");
  options.progress = [&](const arena::ContestProgress& progress) {
    bar.show(progress.games_done + progress.games_ahead, progress.games_planned,
             progress.round == 0 ? "check" : stage(contest.plan.format, progress.round));
  };
  InterimRanking ranking(request, bar);
  if (ranking.is_asked_for())
    options.events.batch = [&](const auto& so_far) { ranking.update(so_far); };
  options.prepare = [&](const play::HousePlayer& bot, int seats) {
    prepare(*contest.any_game, bot.bot, seats);
  };
  return run_contest(contest, options);
}

// Has the workers of a queue play the contest. Results are stored as they come or, with a recheck,
// when all that was drawn for it was played twice.
std::expected<arena::ContestReport, Problem> play_by_workers(RunRequest& request,
                                                             const StoreSession* results,
                                                             arena::RunOptions options) {
  const arena::Contest& contest = request.contest;
  const bool has_recheck = request.queue->recheck > 0;
  const play::HomeVenue judge(*contest.any_game, contest.conditions, contest.entrants);
  auto queue = enter_queue(*std::exchange(request.queue, {}), contest.name, contest.entrants,
                           contest.conditions.host.files_stay, judge, options.stop);
  if (!queue) return std::unexpected(queue.error());
  options.service = queue->get();
  return play_on(
      **queue, has_recheck,
      [&](bool is_draft) {
        if (!is_draft) return play_with_a_bar(request, options);
        arena::RunOptions draft = options;
        draft.events = {};
        std::optional<arena::ResultCache> known;
        if (results != nullptr) results->draft(contest, known);
        draft.cache = known ? &*known : nullptr;
        return play_with_a_bar(request, std::move(draft));
      },
      [](const arena::ContestReport& report) { return report.complete; });
}

// Says which stored results were reused, and which were rejected.
void say_what_was_reused(const RunRequest& request, const arena::ContestReport& report,
                         std::uint64_t overtaken) {
  for (const std::string& damage : report.damage)
    say("{}: {}; played again\n", request.store, damage);
  if (request.again)
    say("{}: {} played again\n", request.store,
        counted(static_cast<std::int64_t>(report.again), "game"));
  if (report.recalled > 0)
    say("{}: reused {} of {} stored pairings (--fresh replays them)\n", request.store,
        grouped(static_cast<std::int64_t>(report.recalled)),
        grouped(static_cast<std::int64_t>(report.fixtures)));
  if (overtaken > 0)
    say("{}: another run completed {} of the pairings first, with other results, which count\n",
        request.store, grouped(static_cast<std::int64_t>(overtaken)));
}

Exit print_report(const RunRequest& request, const report::Summary& summary, double seconds) {
  return print_ranking(summary, request.form, request.out,
                       {.seconds = seconds, .shell = request.shell});
}

Outcome tell(const RunRequest& request, const arena::ContestReport& report, double seconds) {
  const report::Summary summary = report::summary_of(request.contest, request.name, report);
  if (request.grades)
    if (const auto written = write_output(report::grades_csv(summary), *request.grades); !written) {
      say("hilltop: {}\n", written.error().text);
      print_report(request, summary, seconds);
      return Exit::could_not;
    }
  return print_report(request, summary, seconds);
}

}  // namespace

namespace {

// Says what bots could find out of the seed.
void say_seed(const arena::Contest& contest, const StoreSession* results) {
  if (!contest.seed.is_secret() && play::has_secrets(contest.entrants))
    say("seed: {}, which a bot can guess, and then it knows all cards and dice; without a seed one "
        "is drawn\n",
        contest.seed.text());
  say_commitment(contest.seed);
  if (results != nullptr && results->spent_seed())
    say("seed: another than {}, which was shown before the bots changed (--seed {} reuses its "
        "results; --sealed keeps a seed for later runs)\n",
        *results->spent_seed(), *results->spent_seed());
}

}  // namespace

Outcome play_contest(const RunArguments& arguments, Interrupt& interrupt, Played* played) {
  auto request = read_request(arguments);
  if (!request) return std::unexpected(request.error());
  arena::Contest& contest = request->contest;
  contest.seed_is_sealed = arguments.sealed;
  limit_patience(contest.conditions, request->store != no_store);
  auto log = RunLog::open(arguments.log);
  if (!log) return std::unexpected(log.error());
  std::unique_ptr<StoreSession> results;
  if (request->store != no_store) {
    auto begun = StoreSession::begin(request->store, contest, request->name, arguments.fresh);
    if (!begun) return std::unexpected(begun.error());
    results = *std::move(begun);
    if (played != nullptr) *played = {contest.text, results->bots()};
  } else if (auto entered = arena::enter_all(contest.entrants, contest.conditions.host); !entered) {
    return std::unexpected(std::move(entered).error());
  }
  const std::string* const kept_in = results ? &request->store : nullptr;
  const Interrupt::LastWords last_words(interrupt, [&arguments, kept_in, kept = results.get()] {
    if (kept != nullptr) kept->flush_soon();
    say_how_to_resume(kept_in, arguments);
  });

  if (!contest.not_entered.empty())
    say("hilltop: {} left out, as the report lists\n",
        counted(static_cast<std::int64_t>(contest.not_entered.size()), "folder"));
  say_sandbox(contest.conditions, contest.entrants);
  say_seed(contest, results.get());
  if (!arguments.jobs && request->workers < processors())
    say("workers: {} of {}, because other programs use the rest (--jobs {} plays with all)\n",
        request->workers, processors(), processors());
  log->begin(contest, request->name, request->workers, results ? request->store : "");
  const auto begun = std::chrono::steady_clock::now();
  arena::RunOptions options{.jobs = request->workers,
                            .progress = {},
                            .cache = results ? &results->cache() : nullptr,
                            .again = request->again,
                            .stop = interrupt.token(),
                            .events = log->events(contest)};
  const auto reported = request->queue
                            ? play_by_workers(*request, results.get(), std::move(options))
                            : play_with_a_bar(*request, std::move(options));
  if (!reported) return std::unexpected(reported.error());
  const arena::ContestReport& report = *reported;
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  if (results) results->flush();
  contest.conditions.host.builder->give_back();
  log->end(contest, report, seconds);
  if (!report.complete) {
    say_how_to_resume(kept_in, arguments);
    return Exit::interrupted;
  }
  say_what_was_reused(*request, report, results ? results->cache().overtaken() : 0);
  if (results && contest.seed_is_drawn && !contest.seed_is_sealed)
    results->show_seed(contest, request->name);
  return tell(*request, report, seconds);
}

Outcome run(const RunArguments& arguments) {
  Interrupt interrupt;
  return play_contest(arguments, interrupt, nullptr);
}

}  // namespace hilltop::cli
