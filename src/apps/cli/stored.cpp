#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <limits>
#include <mutex>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/opened.hpp"
#include "apps/cli/report.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/pool.hpp"

// What reads a store: show, verify, merge.
namespace hilltop::cli {
namespace {

using store::Store;
using tournament::Fixture;
using tournament::Result;

// ------------------------------------------------------------------------------------------ verify

// What is wrong with a fixture; empty: nothing.
using Verdict = std::string;

// Plays the games again.
Verdict compute_again(const Opened& opened, const Result& stored) {
  std::vector<const arena::Entrant*> entrants;
  const arena::Run run = run_of(opened.contest, stored.fixture, entrants);
  const arena::RunResult played = opened.contest.discipline->play(run, opened.contest.judge);
  Digest digest = head_of_digest(opened.contest, stored.fixture);
  digest.add(played.bytes);
  if (played.lines == stored.lines && digest.hex() == stored.digest) return {};
  for (std::size_t place = 0; place < played.lines.size(); ++place)
    if (played.lines[place] != stored.lines[place])
      return fmt::format("{} has won {} games in the store, and {} when they are played again",
                         entrants[place]->name, grouped(stored.lines[place].won),
                         grouped(played.lines[place].won));
  return fmt::format("the games have digest {} in the store, and {} when they are played again",
                     stored.digest, digest.hex());
}

// Replays the records.
Verdict replay_again(const Opened& opened, const Result& stored) {
  const Fixture& fixture = stored.fixture;
  const arena::Ledger ledger = opened.ledger();
  const store::Key key = ledger.sitting(fixture).key;
  std::vector<std::uint8_t> bytes;
  for (const store::Block& block : ledger.known(fixture))
    bytes.insert(bytes.end(), block.bytes.begin(), block.bytes.end());
  Digest digest = head_of_digest(opened.contest, fixture);
  digest.add(bytes);
  if (digest.hex() != stored.digest) return "its results are not those of its digest";
  std::uint32_t game = fixture.first_game;
  std::size_t at = 0;
  for (const store::GameRecord& kept : opened.store.records(key)) {
    if (kept.game < fixture.first_game || kept.game - fixture.first_game >= fixture.games) continue;
    if (kept.game != game) return fmt::format("game {} has no record", game);
    const auto record = opened.record(fixture, kept);
    if (!record) return record.error().text;
    const auto replayed = opened.contest.discipline->replay(*record);
    if (!replayed) return fmt::format("game {}: {}", game, replayed.error().text);
    if (bytes.size() - at < replayed->bytes.size() ||
        !std::equal(replayed->bytes.begin(), replayed->bytes.end(),
                    bytes.begin() + static_cast<std::ptrdiff_t>(at)))
      return fmt::format("game {} ends otherwise when its record is replayed", game);
    at += replayed->bytes.size();
    ++game;
  }
  if (game != fixture.first_game + fixture.games) return fmt::format("game {} has no record", game);
  return {};
}

// Evenly spread ones.
std::vector<Result> sampled(std::vector<Result> results, std::uint64_t most) {
  if (results.size() <= most) return results;
  std::vector<Result> sample;
  for (std::uint64_t i = 0; i < most; ++i) sample.push_back(results[i * results.size() / most]);
  return sample;
}

}  // namespace

Outcome show(const ShowArguments& arguments) {
  static const std::vector<std::string> forms{"text", "json", "csv"};
  const auto form = cli::form(arguments.format, forms);
  if (!form) return std::unexpected(form.error());
  const auto opened = open_contest(arguments.store, arguments.contest);
  if (!opened) return std::unexpected(opened.error());
  const arena::Report report = opened->report();
  if (!report.complete)
    say("{}: this is what was played through so far; `hilltop run` goes on\n",
        opened->store.file().string());
  if (*form == Form::json) {
    fmt::print("{}", json_in_detail(*opened, report));
  } else if (*form == Form::csv) {
    fmt::print("{}", csv(opened->contest, report));
  } else {
    const bool coloured = colours(STDOUT_FILENO);
    fmt::print("{}{}", text_in_detail(*opened, report, arguments.faults, coloured),
               arguments.pairs ? pairs_text(opened->contest, report, coloured) : "");
  }
  return Exit::ran;
}

Outcome verify(const VerifyArguments& arguments) {
  const auto workers = jobs(arguments.jobs, processors());
  if (!workers) return std::unexpected(workers.error());
  constexpr auto most = std::numeric_limits<std::uint32_t>::max();
  const auto sample = whole("--sample", arguments.sample, most, 1, most);
  if (!sample) return std::unexpected(sample.error());
  const auto opened = open_contest(arguments.store, arguments.contest);
  if (!opened) return std::unexpected(opened.error());
  if (const std::string damage = opened->store.damage(); !damage.empty()) {
    fmt::print("the file is damaged: {}\n", damage);
    return Exit::could_not;
  }
  const std::vector<Result> results =
      sampled(opened->report().concluded.standings.results, *sample);
  const arena::Ledger ledger = opened->ledger();
  std::uint64_t games = 0, wrong = 0, replayed = 0;
  ProgressBar bar(STDERR_FILENO, "games");
  std::mutex store_in_use;
  arena::work_in_order(
      results.size(), *workers, [](std::size_t) { return std::span<const int>(); },
      [&](std::size_t i) {
        if (ledger.deterministic(results[i].fixture)) return compute_again(*opened, results[i]);
        const std::scoped_lock lock(store_in_use);
        return replay_again(*opened, results[i]);
      },
      [&](std::size_t i, const Verdict& verdict) {
        const Fixture& fixture = results[i].fixture;
        games += fixture.games;
        replayed += !ledger.deterministic(fixture);
        if (!verdict.empty()) {
          ++wrong;
          fmt::print("{} (games {} to {}): {}\n", opened->names(fixture), fixture.first_game,
                     fixture.first_game + fixture.games - 1, verdict);
        }
        bar.show(i + 1, results.size(), "verify");
        return true;
      });
  fmt::print("{}: {} fixtures with {} games ({} played again, {} replayed), {} that differ\n",
             opened->name, grouped(static_cast<std::int64_t>(results.size())),
             grouped(static_cast<std::int64_t>(games)),
             grouped(static_cast<std::int64_t>(results.size() - replayed)),
             grouped(static_cast<std::int64_t>(replayed)),
             grouped(static_cast<std::int64_t>(wrong)));
  return wrong == 0 ? Exit::ran : Exit::could_not;
}

Outcome merge(const MergeArguments& arguments) {
  auto into = Store::open(arguments.into, Store::Access::create);
  if (!into) return std::unexpected(into.error());
  for (const std::string& file : arguments.stores) {
    const auto from = Store::open(file, Store::Access::read);
    if (!from) return std::unexpected(from.error());
    const std::uint64_t taken = into->merge(*from);
    fmt::print("{}: {} blocks of results taken into {}\n", file,
               grouped(static_cast<std::int64_t>(taken)), arguments.into);
  }
  return Exit::ran;
}

}  // namespace hilltop::cli
