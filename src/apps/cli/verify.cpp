#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <span>
#include <tuple>
#include <unistd.h>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/store_session.hpp"
#include "apps/cli/terminal.hpp"
#include "arena/batch_of.hpp"
#include "arena/fold.hpp"
#include "core/digest.hpp"
#include "core/hex.hpp"
#include "core/text.hpp"
#include "play/game_results.hpp"
#include "play/in_order.hpp"
#include "play/threads.hpp"
#include "report/game_name.hpp"

// Recomputes stored results instead of trusting them.
namespace hilltop::cli {
namespace {

// The max length of a printed line: a stranger's store may hold any text.
constexpr std::size_t line_bytes_max = 1000;
// Results whose records are in memory, a worker.
constexpr std::size_t results_ahead_a_worker = 2;

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

// Faults by game, bot and kind.
using Faults = std::map<std::tuple<std::uint32_t, tournament::EntryId, FaultKind>, std::int64_t>;

Faults faults_of(std::span<const tournament::FaultCount> counts) {
  Faults faults;
  for (const tournament::FaultCount& count : counts)
    faults[{count.game, count.entry, count.kind}] += count.faults;
  return faults;
}

// Returns the first number of faults that differs; `source` says where the others are from.
Verdict difference(const arena::Contest& contest, const Faults& stored, const Faults& others,
                   std::string_view source) {
  Faults all = stored;
  all.insert(others.begin(), others.end());
  for (const auto& [fault, unused] : all) {
    const auto number_in = [&](const Faults& faults) {
      const auto found = faults.find(fault);
      return found == faults.end() ? 0 : found->second;
    };
    const auto& [game, entry, kind] = fault;
    if (number_in(stored) != number_in(others))
      return fmt::format("{}'s faults in game {}, '{}': {} in the store, {} {}",
                         contest.name_of(entry), tournament::number_of(game), name(kind),
                         grouped(number_in(stored)), grouped(number_in(others)), source);
  }
  return {};
}

// Returns the first fault, or number of faults, that differs from that of the games played again.
Verdict difference_of_faults(const arena::Contest& contest, const Result& stored,
                             tournament::BatchResult played) {
  const auto of_contest = [&](tournament::EntryId& place) {
    place = stored.fixture.entries[static_cast<std::size_t>(place)];
  };
  for (FaultNote& note : played.notes) of_contest(note.entry);
  for (tournament::FaultCount& count : played.fault_counts) of_contest(count.entry);
  if (played.disqualified) of_contest(played.disqualified->entry);
  const auto text_of = [&](const FaultNote* note) {
    return note == nullptr ? "none" : told(*note, contest.name_of(note->entry));
  };
  const auto at = [](const std::vector<FaultNote>& notes, std::size_t i) {
    return i < notes.size() ? &notes[i] : nullptr;
  };
  for (std::size_t i = 0; i < std::max(stored.notes.size(), played.notes.size()); ++i)
    if (const std::string in_store = text_of(at(stored.notes, i)),
        again = text_of(at(played.notes, i));
        in_store != again)
      return fmt::format("fault {}: {} in the store, {} when played again", i + 1, in_store, again);
  const auto disqualifies = [&](const std::optional<FaultNote>& note) {
    return text_of(note ? &*note : nullptr);
  };
  if (disqualifies(stored.disqualified) != disqualifies(played.disqualified))
    return fmt::format("the fault that disqualifies: {} in the store, {} when played again",
                       disqualifies(stored.disqualified), disqualifies(played.disqualified));
  if (stored.fault_counts.empty()) return {};  // an older version did not keep them
  return difference(contest, faults_of(stored.fault_counts), faults_of(played.fault_counts),
                    "when played again");
}

// Returns the first difference between stored tallies and those of the games played again.
Verdict difference_of_tallies(const report::StoredContest& contest, const Result& stored,
                              const tournament::BatchResult& played) {
  for (std::size_t place = 0; place < played.tallies.size(); ++place)
    if (const Verdict verdict = difference(contest.contest.name_of(stored.fixture.entries[place]),
                                           contest.contest.game->info->unit, stored.tallies[place],
                                           played.tallies[place]);
        !verdict.empty())
      return verdict;
  return {};
}

// Returns the number of games of a result; fewer than its fixture has if one disqualified a bot.
std::uint32_t games_in(const Result& result) {
  return static_cast<std::uint32_t>(result.tallies.front().games);
}

// Compares a stored result of house bots with the games played again.
Verdict difference_of_games(const report::StoredContest& contest, const Result& stored,
                            const tournament::BatchResult& played) {
  if (const Verdict verdict = difference_of_tallies(contest, stored, played); !verdict.empty())
    return verdict;
  if (const Verdict verdict = difference_of_faults(contest.contest, stored, played);
      !verdict.empty())
    return verdict;
  if (!stored.traces.empty() && stored.traces != played.traces)
    return Verdict("the traces of the games differ from those of the games played again");
  if (stored.disqualified) return {};
  Digest digest = head_of_digest(contest.contest, stored.fixture);
  digest.add(std::span<const std::uint8_t>(played.bytes));
  if (digest.hex() == stored.digest) return {};
  return fmt::format("the digest of the games: {} in the store, {} when played again",
                     stored.digest, digest.hex());
}

// What the store has of a fixture's games, so that they can be played without it.
struct Recorded {
  report::StoredGames games;
  std::vector<tournament::GameRecord> records;  // by game, of the games that count
};

Recorded read_records(const report::StoredContest& contest, const Result& stored) {
  const Fixture& fixture = stored.fixture;
  Recorded recorded{contest.games(fixture), {}};
  recorded.records = contest.records(fixture, recorded.games, fixture.first_game,
                                     fixture.first_game + games_in(stored) - 1);
  return recorded;
}

// Returns whether a record tells why each bot left; that of an older version does not.
bool tells_faults(const tournament::GameRecord& record) {
  std::string_view before;  // the last line, which tells the fault of a bot that leaves
  for (std::string_view rest = record.text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const std::string_view said = before.starts_with("# ") ? before.substr(2) : before;
    if (line.starts_with("retire ") && !fault_kind(said.substr(0, said.find(": ")))) return false;
    before = line;
  }
  return true;
}

// Compares a stored result, whose tallies and digest the cache has checked, its traces and its
// faults with the games played again, the processes by their records.
Verdict difference_of_records(const report::StoredContest& contest, const Result& stored,
                              const Recorded& recorded, tournament::BatchResult played) {
  const Fixture& fixture = stored.fixture;
  const auto name_of = [&](std::uint32_t game) {
    return report::name_of_game(contest.contest, fixture, game);
  };
  std::span<const std::uint8_t> rest = played.bytes;
  for (std::uint32_t i = 0; i < games_in(stored); ++i) {
    const std::span<const std::uint8_t> from = rest;
    if (!play::take_game(rest, fixture.entries.size()) || i >= recorded.games.ends.size() ||
        !std::ranges::equal(from.first(from.size() - rest.size()), recorded.games.result(i)))
      return name_of(fixture.first_game + i) + " ends differently when its record is replayed";
  }
  if (!stored.traces.empty() && stored.traces != played.traces)
    return "the traces of the games differ from those of the records";
  const bool tells_notes = !stored.fault_counts.empty() || stored.notes.empty();
  if (!tells_notes || !std::ranges::all_of(recorded.records, tells_faults)) return {};
  Faults kept = faults_of(stored.fault_counts);
  std::erase_if(kept, [&](const auto& fault) {
    return contest.contest.conditions.faults.cost_of(std::get<FaultKind>(fault.first)) ==
           play::Sanction::substitute;
  });
  for (tournament::FaultCount& count : played.fault_counts)
    count.entry = fixture.entries[static_cast<std::size_t>(count.entry)];
  if (stored.disqualified) {
    const FaultNote& out = *stored.disqualified;
    if (!played.disqualified || out.game != played.disqualified->game ||
        out.entry != fixture.entries[static_cast<std::size_t>(played.disqualified->entry)] ||
        out.fault.kind != played.disqualified->fault.kind)
      return told(out, contest.contest.name_of(out.entry)) + ", which its record does not tell";
  }
  return difference(contest.contest, kept, faults_of(played.fault_counts), "in the records");
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
                            "a run prints it",
                            *typed)});
  return typed;
}

// What is verified, as typed.
struct Wishes {
  int workers;
  std::uint32_t sample;                  // max number of results
  std::optional<play::Seed> seed;        // that the games must be of
  std::optional<std::string> digest;     // that the contest must have
  std::optional<report::GameName> game;  // if only its pairing is verified
};

std::expected<Wishes, Problem> wishes_of(const VerifyArguments& arguments) {
  const auto workers = jobs(arguments.jobs, processors());
  if (!workers) return std::unexpected(workers.error());
  constexpr auto max = std::numeric_limits<std::uint32_t>::max();
  const auto sample = whole("--sample", arguments.sample, max, 1, max);
  if (!sample) return std::unexpected(sample.error());
  const auto seed = seed_of(arguments.seed);
  if (!seed) return std::unexpected(seed.error());
  const auto digest = published_digest(arguments.digest);
  if (!digest) return std::unexpected(digest.error());
  Wishes wishes{*workers, static_cast<std::uint32_t>(*sample), *seed, *digest, {}};
  if (arguments.game) {
    const auto typed = report::read_game_name(*arguments.game);
    if (!typed) return std::unexpected(typed.error());
    wishes.game = *typed;
  }
  return wishes;
}

std::expected<std::vector<Result>, Problem> wished_results(const report::StoredContest& contest,
                                                           const arena::ContestReport& report,
                                                           const Wishes& wishes) {
  std::vector<Result> results = report.concluded.standings.results;
  if (!wishes.game) {
    results = sampled(std::move(results), wishes.sample);
    // A disqualification voids a result, and changes all others.
    results.insert(results.end(), report.voided.begin(), report.voided.end());
    return results;
  }
  const auto fixture = report::find_game(contest.contest, *wishes.game, results);
  if (!fixture) return std::unexpected(fixture.error());
  std::erase_if(results, [&](const Result& result) { return result.fixture != *fixture; });
  return results;
}

// Plays results again, and prints each that differs.
class Verification {
 public:
  Verification(const report::StoredContest& contest, std::vector<Result> results)
      : contest_(contest),
        results_(std::move(results)),
        cache_(contest.cache()),
        terms_(terms_of(*contest.contest.any_game, contest.contest.conditions)) {}

  void play(int workers) {
    const play::HomeVenue venue(*contest_.contest.any_game, contest_.contest.conditions,
                                contest_.contest.entrants);
    play::Threads threads(workers, venue);
    play_in_order(threads,
                  {.units = results_.size(),
                   .pieces = [&](std::size_t i) { return std::vector{piece(i)}; },
                   .take =
                       [&](std::size_t i, const play::PlayedGames& played) {
                         take(i, played);
                         return true;
                       },
                   .ahead_max = results_ahead_a_worker * static_cast<std::size_t>(workers)});
  }

  std::size_t results() const { return results_.size(); }
  std::uint64_t games() const { return games_; }
  std::uint64_t wrong() const { return wrong_; }
  // The results whose games came from records; those of the others were played again.
  std::uint64_t replayed() const { return replayed_; }

 private:
  play::Piece piece(std::size_t i) {
    const Fixture& fixture = results_[i].fixture;
    play::GameOrder order = order_of(contest_.contest, terms_, fixture);
    order.games = games_in(results_[i]);
    if (!cache_.deterministic(fixture))
      order.recorded =
          recorded_.emplace(i, read_records(contest_, results_[i])).first->second.records;
    return order;
  }

  void take(std::size_t i, const play::PlayedGames& played) {
    const Fixture& fixture = results_[i].fixture;
    games_ += games_in(results_[i]);
    replayed_ += !cache_.deterministic(fixture);
    if (const Verdict verdict = difference_of(i, played); !verdict.empty()) {
      ++wrong_;
      fmt::print("{} (games {} to {}): {}\n", report::name_of_pairing(contest_.contest, fixture),
                 tournament::number_of(fixture.first_game),
                 std::uint64_t{fixture.first_game} + fixture.games,
                 printable(verdict, line_bytes_max));
    }
    recorded_.erase(i);
    bar_.show(i + 1, results_.size(), "verify");
  }

  Verdict difference_of(std::size_t i, const play::PlayedGames& played) const {
    if (played.misfit)
      return report::name_of_game(contest_.contest, results_[i].fixture, played.misfit->game) +
             ": " + played.misfit->why;
    const auto found = recorded_.find(i);
    return found == recorded_.end()
               ? difference_of_games(contest_, results_[i], played.result)
               : difference_of_records(contest_, results_[i], found->second, played.result);
  }

  const report::StoredContest& contest_;
  const std::vector<Result> results_;
  const arena::ResultCache cache_;
  const std::shared_ptr<const play::GameTerms> terms_;
  std::map<std::size_t, Recorded> recorded_;  // of the results whose games are under way
  std::uint64_t games_ = 0, wrong_ = 0, replayed_ = 0;
  ProgressBar bar_{STDERR_FILENO, "games"};
};

// Prints what is missing, and what differs from what was typed. Returns whether nothing does.
bool is_as_wished(const report::StoredContest& contest, const arena::ContestReport& report,
                  const Wishes& wishes, const std::optional<std::string>& store) {
  if (!report.complete)
    fmt::print("{}: {} of {} pairings, {} missing; `{}` plays those\n",
               printable(contest.name, line_bytes_max),
               grouped(static_cast<std::int64_t>(report.recalled)),
               grouped(static_cast<std::int64_t>(report.fixtures)),
               grouped(static_cast<std::int64_t>(report.fixtures - report.recalled)),
               report::run_command(contest.contest, contest.name, shell_with(store)).text());
  const bool is_its_digest = !wishes.digest || *wishes.digest == report.digest;
  if (!is_its_digest) fmt::print("the digest is {}, not {}\n", report.digest, *wishes.digest);
  const bool is_its_seed = !wishes.seed || *wishes.seed == contest.contest.seed;
  if (!is_its_seed)
    fmt::print("the games were dealt from another seed than {}\n", wishes.seed->text());
  return report.complete && is_its_digest && is_its_seed;
}

}  // namespace

Outcome verify(const VerifyArguments& arguments) {
  const auto wishes = wishes_of(arguments);
  if (!wishes) return std::unexpected(wishes.error());
  const auto contest = open_contest(arguments.store, arguments.contest);
  if (!contest) return std::unexpected(contest.error());
  if (const std::string damage = contest->store.damage(); !damage.empty()) {
    fmt::print("the file is damaged: {}\n", damage);
    return Exit::could_not;
  }
  const arena::ContestReport report = contest->report();
  for (const std::string& damage : report.damage)
    fmt::print("{}\n", printable(damage, line_bytes_max));
  auto results = wished_results(*contest, report, *wishes);
  if (!results) return std::unexpected(results.error());
  Verification verification(*contest, *std::move(results));
  verification.play(wishes->workers);
  const bool as_wished = is_as_wished(*contest, report, *wishes, arguments.store);
  const std::uint64_t wrong = report.damage.size() + verification.wrong();
  fmt::print("{}: {} pairings with {} games ({} played again, {} replayed), {} that differ\n",
             printable(contest->name, line_bytes_max),
             grouped(static_cast<std::int64_t>(verification.results())),
             grouped(static_cast<std::int64_t>(verification.games())),
             grouped(static_cast<std::int64_t>(verification.results() - verification.replayed())),
             grouped(static_cast<std::int64_t>(verification.replayed())),
             grouped(static_cast<std::int64_t>(wrong)));
  return wrong == 0 && as_wished ? Exit::ran : Exit::could_not;
}

}  // namespace hilltop::cli
