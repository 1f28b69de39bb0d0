#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <mutex>
#include <span>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/store_session.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/fold.hpp"
#include "arena/pool.hpp"
#include "core/digest.hpp"
#include "core/hex.hpp"
#include "core/text.hpp"
#include "report/game_name.hpp"

// Recomputes stored results instead of trusting them.
namespace hilltop::cli {
namespace {

using tournament::FaultNote;
using tournament::Fixture;
using tournament::Result;
using tournament::Tally;

// The first difference in a fixture; empty if there is none.
using Verdict = std::string;

// Returns the first figure that differs between two tallies.
Verdict difference(const std::string& bot, const Unit& unit, const Tally& stored,
                   const Tally& played) {
  const auto of = [&](std::string_view figure, std::int64_t in_store,
                      std::int64_t again) -> Verdict {
    if (in_store == again) return {};
    return fmt::format("{}'s {}: {} in the store, {} when played again", bot, figure,
                       grouped(in_store), grouped(again));
  };
  const std::string sum = unit.name.empty() ? "sum" : std::string(unit.name);
  for (const Verdict& verdict :
       {of("games", stored.games, played.games), of("games won", stored.won, played.won),
        of("games tied", stored.tied, played.tied), of("faults", stored.faults, played.faults),
        of(sum, stored.sum, played.sum),
        of("best " + sum, stored.best.value_or(0), played.best.value_or(0))})
    if (!verdict.empty()) return verdict;
  return {};
}

std::string told(const FaultNote& note, const std::string& bot) {
  return fmt::format("{} in game {}: {}", bot, tournament::number_of(note.game),
                     described(note.fault));
}

// Plays the games again and compares them with the store.
Verdict recompute(const report::StoredContest& contest, const Result& stored) {
  std::vector<const arena::Entrant*> entrants;
  const arena::Batch batch = batch_of(contest.contest, stored.fixture, entrants);
  const arena::BatchResult played =
      contest.contest.any_game->play(batch, contest.contest.conditions);
  for (std::size_t place = 0; place < played.tallies.size(); ++place)
    if (const Verdict verdict = difference(entrants[place]->name, contest.contest.game->info->unit,
                                           stored.tallies[place], played.tallies[place]);
        !verdict.empty())
      return verdict;
  const auto none = [](std::size_t i, const std::vector<FaultNote>& notes) {
    return i >= notes.size();
  };
  for (std::size_t i = 0; !none(i, stored.notes) || !none(i, played.notes); ++i) {
    const std::string in_store =
        none(i, stored.notes)
            ? "none"
            : told(stored.notes[i],
                   contest.contest.entrants[static_cast<std::size_t>(stored.notes[i].entry)].name);
    const std::string again =
        none(i, played.notes)
            ? "none"
            : told(played.notes[i],
                   entrants[static_cast<std::size_t>(played.notes[i].entry)]->name);
    if (in_store != again)
      return fmt::format("fault {}: {} in the store, {} when played again", i + 1, in_store, again);
  }
  if (!stored.traces.empty() && stored.traces != played.traces)
    return Verdict("the traces of the games differ from those of the games played again");
  Digest digest = head_of_digest(contest.contest, stored.fixture);
  digest.add(std::span<const std::uint8_t>(played.bytes));
  if (digest.hex() == stored.digest) return {};
  return fmt::format("the digest of the games: {} in the store, {} when played again",
                     stored.digest, digest.hex());
}

// Replays the records and compares them with the results, whose tallies and digest the cache has
// checked.
Verdict replay_again(const report::StoredContest& contest, const Result& stored) {
  const Fixture& fixture = stored.fixture;
  const arena::ResultCache cache = contest.cache();
  const std::vector<std::uint8_t> bytes = contest.result_bytes(fixture);
  std::span<const std::uint8_t> rest = bytes;
  for (std::uint32_t i = 0; i < fixture.games; ++i) {
    const std::uint32_t game = fixture.first_game + i;
    const std::string name = report::name_of_game(contest.contest, fixture, game);
    const std::span<const std::uint8_t> from = rest;
    if (!arena::take_game(rest, fixture.entries.size())) return name + " has no result";
    const auto result = from.first(from.size() - rest.size());
    const auto kept = cache.record(fixture, game, result);
    if (!kept) return name + " has no record";
    const auto record = contest.record(fixture, *kept);
    if (!record) return record.error().text;
    const auto replayed = contest.contest.any_game->replay(*record);
    if (!replayed) return name + ": " + replayed.error().text;
    if (!std::ranges::equal(replayed->bytes, result))
      return name + " ends differently when its record is replayed";
  }
  return {};
}

// Returns at most `max` results, evenly spread.
std::vector<Result> sampled(std::vector<Result> results, std::uint64_t max) {
  if (results.size() <= max) return results;
  std::vector<Result> sample;
  for (std::uint64_t i = 0; i < max; ++i) sample.push_back(results[i * results.size() / max]);
  return sample;
}

// Checks the typed digest; nullopt if none was typed.
std::expected<std::optional<std::string>, Problem> published_digest(
    const std::optional<std::string>& typed) {
  if (!typed) return std::nullopt;
  const auto bytes = from_hex(*typed);
  if (!bytes || bytes->size() != Digest().value().size())
    return std::unexpected(
        Problem{fmt::format("--digest '{}' is not a digest, which has 64 digits, 0-9 and a-f, as "
                            "`hilltop run` prints it",
                            *typed)});
  return typed;
}

}  // namespace

Outcome verify(const VerifyArguments& arguments) {
  const auto workers = jobs(arguments.jobs, processors());
  if (!workers) return std::unexpected(workers.error());
  constexpr auto max = std::numeric_limits<std::uint32_t>::max();
  const auto sample = whole("--sample", arguments.sample, max, 1, max);
  if (!sample) return std::unexpected(sample.error());
  const auto published = published_digest(arguments.digest);
  if (!published) return std::unexpected(published.error());
  std::optional<report::GameName> game;
  if (arguments.game) {
    const auto typed = report::read_game_name(*arguments.game);
    if (!typed) return std::unexpected(typed.error());
    game = *typed;
  }
  const auto contest = open_contest(arguments.store, arguments.contest);
  if (!contest) return std::unexpected(contest.error());
  if (const std::string damage = contest->store.damage(); !damage.empty()) {
    fmt::print("the file is damaged: {}\n", damage);
    return Exit::could_not;
  }
  const arena::ContestReport report = contest->report();
  for (const std::string& damage : report.damage) fmt::print("{}\n", damage);
  std::vector<Result> results = sampled(report.concluded.standings.results, *sample);
  if (game) {
    const auto fixture =
        report::find_game(contest->contest, *game, report.concluded.standings.results);
    if (!fixture) return std::unexpected(fixture.error());
    results = report.concluded.standings.results;
    std::erase_if(results, [&](const Result& result) { return result.fixture != *fixture; });
  }
  const arena::ResultCache cache = contest->cache();
  std::uint64_t games = 0, wrong = report.damage.size(), replayed = 0;
  ProgressBar bar(STDERR_FILENO, "games");
  std::mutex store_in_use;
  arena::work_in_order(
      results.size(), *workers, [](std::size_t) { return std::span<const int>(); },
      [&](std::size_t i) {
        if (cache.deterministic(results[i].fixture)) return recompute(*contest, results[i]);
        const std::scoped_lock lock(store_in_use);
        return replay_again(*contest, results[i]);
      },
      [&](std::size_t i, const Verdict& verdict) {
        const Fixture& fixture = results[i].fixture;
        games += fixture.games;
        replayed += !cache.deterministic(fixture);
        if (!verdict.empty()) {
          ++wrong;
          fmt::print("{} (games {} to {}): {}\n",
                     report::name_of_pairing(contest->contest, fixture),
                     tournament::number_of(fixture.first_game),
                     std::uint64_t{fixture.first_game} + fixture.games, verdict);
        }
        bar.show(i + 1, results.size(), "verify");
        return true;
      });
  const std::uint64_t missing = report.fixtures - report.recalled;
  if (!report.complete)
    fmt::print("{}: {} of {} pairings, {} missing; `hilltop run` plays those\n", contest->name,
               grouped(static_cast<std::int64_t>(report.recalled)),
               grouped(static_cast<std::int64_t>(report.fixtures)),
               grouped(static_cast<std::int64_t>(missing)));
  const bool is_published = !*published || **published == report.digest;
  if (!is_published) fmt::print("the digest is {}, not {}\n", report.digest, **published);
  fmt::print("{}: {} pairings with {} games ({} played again, {} replayed), {} that differ\n",
             contest->name, grouped(static_cast<std::int64_t>(results.size())),
             grouped(static_cast<std::int64_t>(games)),
             grouped(static_cast<std::int64_t>(results.size() - replayed)),
             grouped(static_cast<std::int64_t>(replayed)),
             grouped(static_cast<std::int64_t>(wrong)));
  return wrong == 0 && report.complete && is_published ? Exit::ran : Exit::could_not;
}

}  // namespace hilltop::cli
