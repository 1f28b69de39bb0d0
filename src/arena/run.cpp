#include "arena/run.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "arena/batch_pieces.hpp"
#include "arena/fold.hpp"
#include "play/keys.hpp"
#include "play/threads.hpp"
#include "tournament/formats.hpp"

namespace hilltop::arena {
namespace {

using tournament::EntryId;
using tournament::Fixture;
using tournament::Result;

// The results of the check before a contest.
struct Checked {
  tournament::Field field;
  std::vector<FailedQualification> failed;
  std::optional<runner::Layers> sandbox;
  bool is_complete = true;
};

store::QualificationRow row_of(const QualificationReport& found) {
  store::QualificationRow check;
  if (found.sandbox) check.layers = found.sandbox->mask;
  if (!found.passed()) {
    const auto& [against, game, fault] = found.faults.front();
    check.failure = {against, game, fault};
  }
  return check;
}

// Checks the bots in folders, if a fault could disqualify them.
Checked check(const Contest& contest, const RunOptions& options, play::GameService& service) {
  std::map<EntryId, store::QualificationRow> found;
  std::vector<EntryId> to_check;
  for (std::size_t i = 0; i < contest.entrants.size(); ++i) {
    const auto entry = static_cast<EntryId>(i);
    if (!contest.conditions.faults.disqualifies() || !contest.entrants[i].is_process()) continue;
    const auto known = options.cache == nullptr ? std::nullopt : options.cache->check(entry);
    // A failed check is repeated: its cause may be gone, and it is short.
    if (known && (!known->failure || options.recall_only))
      found.emplace(entry, *known);
    else if (!options.recall_only)
      to_check.push_back(entry);
  }
  std::uint64_t games_done = 0;
  const auto report_progress = [&](std::uint32_t more) {
    games_done += more;
    if (options.progress) options.progress({games_done, to_check.size() * check_games, 0});
  };
  if (!to_check.empty()) report_progress(0);
  const auto terms = play::terms_of(*contest.any_game, contest.conditions);
  std::vector<Qualification> asked;
  for (const EntryId entry : to_check)
    asked.push_back({.bot = contest.entrants[static_cast<std::size_t>(entry)],
                     .game = *contest.game,
                     .terms = terms,
                     .seed = play::check_seed(contest.seed),
                     .games = check_games,
                     .faults_max = 1});
  const auto keep = [&](std::size_t i, const QualificationReport& report) {
    store::QualificationRow check = row_of(report);
    if (options.cache != nullptr) options.cache->keep(to_check[i], check);
    if (options.events.checked) options.events.checked(to_check[i], check);
    found.emplace(to_check[i], std::move(check));
  };
  Checked checked;
  checked.is_complete = qualify(service, asked, report_progress, keep);
  for (std::size_t i = 0; i < contest.entrants.size(); ++i) {
    const auto entry = static_cast<EntryId>(i);
    checked.field.names.push_back(contest.entrants[i].name);
    const auto check = found.find(entry);
    if (check == found.end() || !check->second.failure)
      checked.field.entries.push_back(entry);
    else
      checked.failed.push_back({entry, *check->second.failure});
    if (check != found.end() && check->second.layers)
      checked.sandbox = runner::of_all(checked.sandbox, runner::Layers{*check->second.layers});
  }
  return checked;
}

// Returns the stored games of a fixture to play again, in order. With timeouts come the games that
// a bot forfeited because of those, perhaps of other pairings (patience.hpp).
std::vector<std::uint32_t> games_again(const Again& again, const Fixture& fixture,
                                       const std::vector<store::BatchRow>& stored) {
  std::set<std::uint32_t> games;
  if (again.bot) {
    if (std::ranges::find(fixture.entries, *again.bot) == fixture.entries.end()) return {};
    for (const store::BatchRow& block : stored)
      for (std::uint32_t i = 0; i < block.games; ++i) games.insert(block.first_game + i);
    return {games.begin(), games.end()};
  }
  for (const store::BatchRow& block : stored)
    for (const tournament::FaultCount& count : block.fault_counts)
      if (count.kind == FaultKind::timeout || count.kind == FaultKind::refused_to_start)
        games.insert(count.game);
  return {games.begin(), games.end()};
}

// Thrown when a contest is stopped; has the results of its completed fixtures and, if the report is
// to be partial, of the one that is unfinished.
struct Stopped {
  tournament::Standings standings;
  std::optional<Fixture> unfinished;
};

// Plays rounds: cuts their fixtures into batches, has these played, and folds the results.
class RoundPlayer {
 public:
  RoundPlayer(const Contest& contest, const RunOptions& options, play::GameService& service)
      : contest_(contest),
        options_(options),
        service_(service),
        pieces_(contest, options.cache, /*records=*/false, options.stores_parts),
        fold_(contest, options.cache) {}

  std::vector<Result> operator()(const std::vector<Fixture>& round) {
    ++round_;
    if (options_.events.round) options_.events.round(round_, round.size());
    const Cut cut = cut_of(round);
    prepare(cut);
    games_done_ = 0;
    games_planned_ = cut.games();
    games_ahead_ = cut.games_recalled();
    report_progress();
    play(cut);
    std::vector<Result> results;
    for (const Fixture& fixture : round) {
      const auto found = results_.find(key(fixture));
      if (found == results_.end()) continue;  // the round ended early
      results.push_back(found->second);
    }
    if (stopped_by_) {
      so_far_.clear();  // the tournament is played again without that bot
      disqualified_.push_back(*stopped_by_->disqualified);
      voided_.push_back(*stopped_by_);
      results.push_back(*std::exchange(stopped_by_, std::nullopt));
      return results;
    }
    so_far_.insert(so_far_.end(), results.begin(), results.end());
    if (stopped_ && options_.partial)
      throw Stopped{so_far().concluded.standings, fold_.growing_fixture()};
    if (stopped_) throw Stopped{tournament::Standings{std::move(so_far_)}, std::nullopt};
    return results;
  }

  // Returns the disqualifications so far, in the order in which they were found.
  const std::vector<tournament::FaultNote>& disqualified() const { return disqualified_; }
  const std::vector<Result>& voided() const { return voided_; }
  const Fold& fold() const { return fold_; }
  std::uint64_t fixtures() const { return fixtures_played_ + recalled_; }
  std::uint64_t recalled() const { return recalled_; }
  std::uint64_t again() const { return again_; }

 private:
  // Has the opener, which may change with the field, but not `mirrored`, which does not.
  using Key = std::tuple<std::vector<EntryId>, std::uint32_t, std::uint32_t, tournament::Stage,
                         std::optional<EntryId>>;
  static Key key(const Fixture& fixture) {
    return {fixture.entries, fixture.first_game, fixture.games, fixture.stage, fixture.opens};
  }

  // Returns the fixtures that must be played, with their stored games; recalls the complete ones.
  Cut cut_of(const std::vector<Fixture>& round) {
    Cut cut(contest_, service_.games_an_order());
    for (const Fixture& fixture : round) {
      if (results_.contains(key(fixture))) continue;
      std::vector<store::BatchRow> recalled;
      if (options_.cache != nullptr) recalled = options_.cache->recall(fixture, stretch(fixture));
      const bool has_gaps = options_.again && drop_again(fixture, recalled);
      if (recalled.size() == 1 && !recalled[0].digest.empty() &&
          recalled[0].games == fixture.games) {
        ++recalled_;
        tell(results_.emplace(key(fixture), fold_.recall(fixture, recalled[0])).first->second,
             true);
        continue;
      }
      ++fixtures_played_;
      cut.add(fixture, std::move(recalled), has_gaps);
    }
    return cut;
  }

  // Drops the stored games that are to be played again; returns whether there were any.
  bool drop_again(const Fixture& fixture, std::vector<store::BatchRow>& recalled) {
    if (options_.cache->deterministic(fixture)) return false;
    const auto games = games_again(*options_.again, fixture, recalled);
    if (games.empty()) return false;
    again_ += games.size();
    recalled = options_.cache->drop(fixture, recalled, games, stretch(fixture));
    return true;
  }

  std::uint32_t stretch(const Fixture& fixture) const {
    return games_a_batch(contest_, fixture, service_.games_an_order());
  }

  void play(const Cut& cut) {
    std::stop_source halt;
    if (options_.recall_only) halt.request_stop();
    const std::stop_callback told_to_stop(options_.stop, [&] { halt.request_stop(); });
    play::play_in_order(service_,
                        {.units = cut.batches(),
                         .pieces = [&](std::size_t i) { return pieces_.pieces(cut.batch(i)); },
                         .claims = [&](std::size_t i) { return cut.claims(i); },
                         .arrived = [&](std::size_t i, play::PlayedGames& games,
                                        bool) { pieces_.keep(cut.batch(i), games.result); },
                         .take =
                             [&](std::size_t i, play::PlayedGames games) {
                               return take(cut.batch(i), std::move(games.result));
                             },
                         .stop = halt.get_token()});
  }

  // Takes the results of the batches in order, one at a time.
  bool take(const FixtureBatch& batch, tournament::BatchResult result) {
    games_done_ += result.games;  // fewer than the batch has if it was stopped
    for (const store::BatchRow& block : batch.recalled)
      if (block.first_game < batch.first_game + result.games) games_ahead_ -= block.games;
    const Fold::Step step = fold_.take(batch, std::move(result));
    report_progress();
    switch (step) {
      case Fold::Step::grew: break;
      case Fold::Step::ended:
        tell(results_.emplace(key(batch.fixture), fold_.take_result()).first->second, false);
        break;
      case Fold::Step::disqualified:
        stopped_by_ = fold_.take_result();
        tell(*stopped_by_, false);
        return false;
      case Fold::Step::stopped: stopped_ = true; return false;
    }
    if (options_.events.batch) options_.events.batch([&] { return so_far(); });
    return true;
  }

  // Returns the report of the games so far.
  ContestReport so_far() const {
    ContestReport report;
    std::set<EntryId> out, field;
    for (const tournament::FaultNote& note : disqualified_) out.insert(note.entry);
    std::vector<Result>& results = report.concluded.standings.results;
    const auto add = [&](const Result& result) {
      const std::vector<EntryId>& entries = result.fixture.entries;
      if (std::ranges::any_of(entries, [&](EntryId entry) { return out.contains(entry); })) return;
      field.insert(entries.begin(), entries.end());
      results.push_back(result);
    };
    for (const auto& [key, result] : results_) add(result);
    if (const auto growing = fold_.growing()) add(*growing);
    report.concluded.field.assign(field.begin(), field.end());
    report.complete = false;
    report.rows = table(report.concluded.standings, report.concluded.field, contest_.plan, false);
    return report;
  }

  void tell(const Result& result, bool recalled) const {
    if (options_.events.fixture) options_.events.fixture(result, recalled);
  }

  void prepare(const Cut& cut) {
    if (!options_.prepare || options_.recall_only) return;
    cut.for_each_unknown([&](const Fixture& fixture) {
      const auto seats = static_cast<int>(fixture.entries.size());
      for (const EntryId entry : fixture.entries)
        if (const auto* house = std::get_if<play::HousePlayer>(
                &contest_.entrants[static_cast<std::size_t>(entry)].player);
            house != nullptr && prepared_.emplace(house->bot, seats).second)
          options_.prepare(*house, seats);
    });
  }

  void report_progress() const {
    if (options_.progress) options_.progress({games_done_, games_planned_, round_, games_ahead_});
  }

  const Contest& contest_;
  const RunOptions& options_;
  play::GameService& service_;
  BatchPieces pieces_;
  Fold fold_;
  int round_ = 0;
  // Results of finished fixtures. They remain valid when the tournament is played again without a
  // disqualified bot.
  std::map<Key, Result> results_;
  std::vector<Result> so_far_;  // of all rounds
  std::optional<Result> stopped_by_;
  std::vector<tournament::FaultNote> disqualified_;
  std::vector<Result> voided_;
  std::uint64_t games_done_ = 0, games_planned_ = 0, games_ahead_ = 0;
  std::set<std::pair<std::string, int>> prepared_;  // house bots, by the number of seats
  std::uint64_t fixtures_played_ = 0, recalled_ = 0, again_ = 0;
  bool stopped_ = false;
};

}  // namespace

ContestReport run_contest(const Contest& contest, const RunOptions& options) {
  const play::HomeVenue venue(*contest.any_game, contest.conditions, contest.entrants);
  play::Threads threads(options.jobs, venue);
  play::GameService& service = options.service == nullptr ? threads : *options.service;
  Checked checked = check(contest, options, service);
  RoundPlayer player(contest, options, service);
  ContestReport report;
  report.failed = std::move(checked.failed);
  report.concluded.field = checked.field.entries;
  report.complete = checked.is_complete;
  if (report.complete) try {
      report.concluded = tournament::conclude(contest.plan, std::move(checked.field), player);
    } catch (Stopped& stopped) {
      report.complete = false;
      report.unfinished = std::move(stopped.unfinished);
      report.concluded.standings = std::move(stopped.standings);
      report.concluded.disqualified = player.disqualified();
      for (const tournament::FaultNote& note : player.disqualified())
        std::erase(report.concluded.field, note.entry);
    }
  if (options.cache != nullptr) report.damage = options.cache->damage();
  report.voided = player.voided();
  report.sandbox = runner::of_all(checked.sandbox, player.fold().sandbox());
  report.timings = player.fold().timings();
  report.timings.resize(report.timings.empty() ? 0 : contest.entrants.size());
  report.fixtures = player.fixtures();
  report.recalled = player.recalled();
  report.again = player.again();
  if (report.complete || tournament::traits_of(contest.plan.format).round.empty())
    report.rows =
        table(report.concluded.standings, report.concluded.field, contest.plan, report.complete);
  report.digest = digest_of(contest, report.concluded.standings);
  return report;
}

}  // namespace hilltop::arena
