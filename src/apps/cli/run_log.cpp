#include "apps/cli/run_log.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/terminal.hpp"
#include "apps/cli/version.hpp"
#include "core/json.hpp"
#include "core/text.hpp"
#include "report/schemas.hpp"

namespace hilltop::cli {
namespace {

using tournament::EntryId;
using tournament::Result;

constexpr std::size_t text_bytes_max = 1000;

// Returns an event with the current time in UTC, with milliseconds.
Json event(std::string_view kind) {
  using namespace std::chrono;
  const auto now = floor<milliseconds>(system_clock::now());
  const auto ms = now.time_since_epoch().count() % 1000;
  return {{"time", fmt::format("{:%FT%T}.{:03}Z", fmt::gmtime(system_clock::to_time_t(now)), ms)},
          {"event", kind}};
}

std::string line(const Json& event) {
  return event.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json names(const arena::Contest& contest, const std::vector<EntryId>& entries) {
  Json list = Json::array();
  for (const EntryId entry : entries) list.push_back(contest.name_of(entry));
  return list;
}

void add_fault(Json& out, std::uint32_t game, const Fault& fault) {
  out["game"] = tournament::number_of(game);
  out["fault"] = hilltop::name(fault.kind);
  out["detail"] = printable(fault.detail, text_bytes_max);
  out["stderr"] = printable_lines(fault.error_output, text_bytes_max);
}

Json fault(std::string_view kind, const arena::Contest& contest, const Result& result,
           const tournament::FaultNote& note) {
  Json out = event(kind);
  out["bot"] = contest.name_of(note.entry);
  out["bots"] = names(contest, result.fixture.entries);
  add_fault(out, note.game, note.fault);
  return out;
}

Json checked(const arena::Contest& contest, EntryId entry, const store::QualificationRow& check) {
  Json out = event("check");
  out["bot"] = contest.name_of(entry);
  out["passed"] = !check.failure;
  if (!check.failure) return out;
  out["against"] = check.failure->against;
  add_fault(out, check.failure->game, check.failure->fault);
  out["asked"] = printable(check.failure->fault.asked, text_bytes_max);
  out["said"] = is_answered(check.failure->fault.kind)
                    ? printable(check.failure->fault.said, text_bytes_max)
                    : "";
  return out;
}

Json played(const arena::Contest& contest, const Result& result, bool recalled) {
  Json out = event("fixture");
  out["bots"] = names(contest, result.fixture.entries);
  out["stage"] = result.fixture.stage == tournament::Stage::main ? "main" : "play-off";
  out["first_game"] = tournament::number_of(result.fixture.first_game);
  out["games"] = result.tallies.front().games;
  Json tallies = Json::array();
  for (const tournament::Tally& tally : result.tallies)
    tallies.push_back({{"won", tally.won},
                       {"tied", tally.tied},
                       {"lost", tally.lost()},
                       {"sum", tally.sum},
                       {"faults", tally.faults}});
  out["lines"] = std::move(tallies);
  out["digest"] = result.digest.empty() ? Json() : Json(result.digest);
  out["recalled"] = recalled;
  return out;
}

}  // namespace

std::expected<RunLog, Problem> RunLog::open(const std::optional<std::string>& file) {
  RunLog log;
  if (!file) return log;
  log.name_ = *file;
  if (std::error_code error; std::filesystem::is_directory(*file, error))
    return std::unexpected(
        Problem{fmt::format("--log: cannot write '{}': it is a folder; name a file in it", *file)});
  log.file_.reset(std::fopen(file->c_str(), "ae"));
  if (!log.file_)
    return std::unexpected(
        Problem{fmt::format("--log: cannot write '{}': {}", *file, std::strerror(errno))});
  return log;
}

void RunLog::write(const std::string& line) {
  if (!file_) return;
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size() &&
      std::fflush(file_.get()) == 0)
    return;
  say("hilltop: cannot write '{}': {}; the run goes on without its log\n", name_,
      std::strerror(errno));
  file_.reset();
}

void RunLog::begin(const arena::Contest& contest, const std::string& name, int jobs,
                   const std::string& store) {
  if (!file_) return;
  Json out{{"schema", report::schema::log}};
  out.update(event("begin"));
  out["hilltop"] = program_version;
  out["contest"] = name;
  out["game"] = contest.game->info->name;
  out["rules"] = contest.rules;
  // Others may read the log before the last game, and must not learn a secret seed from it.
  const bool is_secret = contest.seed.is_secret();
  out["seed"] = is_secret ? Json() : Json(contest.seed.text());
  out["commitment"] = is_secret ? Json(contest.seed.commitment()) : Json();
  out["games"] = contest.plan.games;
  out["jobs"] = jobs;
  out["store"] = store.empty() ? Json() : Json(store);
  Json bots = Json::array();
  for (const play::Entrant& entrant : contest.entrants) bots.push_back(entrant.name);
  out["bots"] = std::move(bots);
  write(line(out));
}

arena::RunEvents RunLog::events(const arena::Contest& contest) {
  if (!file_) return {};
  return {.checked =
              [this, &contest](EntryId entry, const store::QualificationRow& check) {
                write(line(checked(contest, entry, check)));
              },
          .round =
              [this](int round, std::size_t fixtures) {
                Json out = event("round");
                out["round"] = round;
                out["fixtures"] = fixtures;
                write(line(out));
              },
          .fixture =
              [this, &contest](const Result& result, bool recalled) {
                for (const tournament::FaultNote& note : result.notes)
                  write(line(fault("fault", contest, result, note)));
                if (result.disqualified)
                  write(line(fault("disqualified", contest, result, *result.disqualified)));
                write(line(played(contest, result, recalled)));
              }};
}

void RunLog::end(const arena::Contest& contest, const arena::ContestReport& report,
                 double seconds) {
  if (!file_) return;
  Json out = event("end");
  out["complete"] = report.complete;
  out["fixtures"] = report.fixtures;
  out["recalled"] = report.recalled;
  out["digest"] = report.digest;
  const bool is_shown = report.complete && !contest.seed_is_sealed;
  out["seed"] = is_shown ? Json(contest.seed.text()) : Json();
  out["seconds"] = seconds;
  write(line(out));
}

}  // namespace hilltop::cli
