#include <deque>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <utility>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/run_folder.hpp"
#include "apps/cli/sandbox.hpp"
#include "apps/cli/staged_bots.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/catalog_venue.hpp"
#include "arena/result_cache.hpp"
#include "cluster/packed_folder.hpp"
#include "cluster/postgresql.hpp"
#include "cluster/queue_worker.hpp"
#include "core/hex.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "core/user_folder.hpp"
#include "report/schemas.hpp"
#include "store/address.hpp"

namespace hilltop::cli {
namespace {

namespace fs = std::filesystem;

// Where a run of the queue plays on this machine.
struct RunVenue final : play::Venue {
  play::Conditions conditions;
  std::vector<play::Entrant> bots;
  std::optional<arena::CatalogVenue> games;

  Table table(const play::GameOrder& order) const override { return games->table(order); }
};

// Copies and builds the bots of each run once.
class WorkerVenues final : public cluster::VenuesOfRuns {
 public:
  WorkerVenues(GuardArguments guard, fs::path folder)
      : guard_(std::move(guard)), folder_(std::move(folder)) {}

  std::expected<std::shared_ptr<const play::Venue>, Problem> venue(
      std::int64_t run, const std::vector<std::string>& bots,
      const std::function<std::string(const std::string&)>& fetch) override {
    if (run == run_) return venue_;
    auto made = std::make_shared<RunVenue>();
    if (const auto ok = guard_bots(made->conditions, guard_); !ok)
      return std::unexpected(ok.error());
    show_first_lines_only(made->conditions.host);
    limit_patience(made->conditions, true);
    made->conditions.host.files_stay = false;
    if (const auto ok = stage(*made, bots, fetch); !ok) return std::unexpected(ok.error());
    say_sandbox(made->conditions, made->bots);
    made->games.emplace(made->conditions.host, made->bots);
    run_ = run;
    venue_ = made;
    return venue_;
  }

 private:
  std::expected<void, Problem> stage(
      RunVenue& to, const std::vector<std::string>& bots,
      const std::function<std::string(const std::string&)>& fetch) const {
    if (bots.empty()) return {};
    const auto staged = StagedBots::in(folder_);
    if (!staged) return std::unexpected(staged.error());
    for (const std::string& name : bots) {
      runner::ContentHash content{};
      const auto bytes = from_hex(name);
      if (!bytes || bytes->size() != content.size())
        return std::unexpected(Problem{"the queue has a bot with a damaged name"});
      std::ranges::copy(*bytes, content.begin());
      const auto folder = staged->have(
          content, "a bot of the queue",
          [&](const fs::path& place) { return cluster::unpack_folder(fetch(name), place); },
          to.conditions.host);
      if (!folder) return std::unexpected(folder.error());
      auto entrant = entrant_in(*folder, content);
      if (!entrant) return std::unexpected(entrant.error());
      to.bots.push_back(*std::move(entrant));
    }
    // Fills in what the host knows of them.
    if (const auto entered = arena::enter_all(to.bots, to.conditions.host); !entered)
      return std::unexpected(entered.error());
    return {};
  }

  GuardArguments guard_;
  fs::path folder_;
  std::int64_t run_ = 0;
  std::shared_ptr<const play::Venue> venue_;
};

std::string_view name(cluster::WorkerNews::Kind kind) {
  using enum cluster::WorkerNews::Kind;
  switch (kind) {
    case joined: return "joined";
    case played: return "played";
    case given_back: return "given_back";
    case late: return "late";
    case failed: return "failed";
  }
  return "";
}

// Prints what a worker does, as it does it.
class WorkerOutput {
 public:
  explicit WorkerOutput(Form form) : form_(form), line_(STDERR_FILENO) {}

  void tell(const cluster::WorkerNews& news) {
    worker_ = news.worker;
    batches_ += news.kind == cluster::WorkerNews::Kind::played;
    games_ += static_cast<std::int64_t>(news.games);
    if (news.kind == cluster::WorkerNews::Kind::failed)
      say("hilltop: batch {} failed and was given back: {}\n", news.batch, news.error);
    if (form_ == Form::json) print(news);
    if (line_.due()) line_.draw(text());
  }

  void end() const {
    if (form_ == Form::text) fmt::print("{}\n", text());
  }

 private:
  std::string text() const {
    return fmt::format("worker {}: {} in {} {}", worker_, counted(games_, "game"),
                       grouped(batches_), batches_ == 1 ? "batch" : "batches");
  }

  static void print(const cluster::WorkerNews& news) {
    Json line{
        {"schema", report::schema::worker}, {"event", name(news.kind)}, {"worker", news.worker}};
    if (news.kind != cluster::WorkerNews::Kind::joined) {
      line["run"] = news.run;
      line["batch"] = news.batch;
    }
    if (news.games != 0) {
      line["games"] = news.games;
      line["seconds"] = news.seconds;
    }
    if (!news.error.empty()) line["error"] = news.error;
    fmt::print("{}\n", line.dump(-1, ' ', false, Json::error_handler_t::replace));
    std::fflush(stdout);
  }

  Form form_;
  StatusLine line_;
  std::int64_t worker_ = 0, batches_ = 0, games_ = 0;
};

}  // namespace

Outcome worker(const WorkerArguments& arguments) {
  Interrupt interrupt(Interrupt::shard_patience);
  const auto form = cli::form(arguments.format);
  if (!form) return std::unexpected(form.error());
  const auto workers = jobs(arguments.jobs, processors());
  if (!workers) return std::unexpected(workers.error());
  if (const auto ok = store::check_address(arguments.address); !ok)
    return std::unexpected(Problem{"DATABASE: " + ok.error().text});
  const fs::path cache = user_folder("XDG_CACHE_HOME", ".cache");
  if (!arguments.scratch && cache.empty())
    return std::unexpected(Problem{"there is no home folder for bots: --scratch names another"});
  WorkerVenues venues(arguments.guard,
                      arguments.scratch ? scratch_for_bots(*arguments.scratch) : cache / "bots");
  WorkerOutput output(*form);
  const std::string place = cluster::place_of_database(arguments.address);
  try {
    const auto report = cluster::work(
        {.address = arguments.address,
         .build = build_of_program(),
         .machine = host_name(),
         .jobs = *workers,
         .until_idle = arguments.until_idle,
         .stop = interrupt.token(),
         .told = [&](const cluster::WorkerNews& news) { output.tell(news); },
         .waiting = [](std::string_view sentence) { say("hilltop: {}\n", sentence); }},
        venues);
    if (!report) return std::unexpected(report.error());
  } catch (const cluster::DatabaseUnreachable& error) {
    return std::unexpected(Problem{fmt::format("{}: {}", place, error.what())});
  } catch (const cluster::DatabaseRefused& error) {
    return std::unexpected(Problem{fmt::format("{}: {}", place, error.what())});
  }
  output.end();
  return Exit::ran;
}

}  // namespace hilltop::cli
