#include "arena/run.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <type_traits>

#include "arena/keys.hpp"
#include "arena/pool.hpp"

namespace hilltop::arena {
namespace {

using tournament::EntryId;
using tournament::Fixture;
using tournament::Result;

// A fixture is cut into runs for the workers: enough to share, few enough to cost nothing. The cut
// reaches no result.
constexpr std::uint32_t runs_a_fixture = 64, games_a_run_most = 4096;
// Where processes are started for a run; and where they go from game to game, so that a run is
// worth a start: that of a JVM takes as long as some hundred games.
constexpr std::uint32_t games_a_run_of_processes = 32, games_a_run_of_lasting_processes = 256;

// Who passed the check, and who did not.
struct Checked {
  tournament::Field field;
  std::vector<Unfit> unfit;
  std::optional<runner::Layers> sandbox;
};

bool disqualifies(const Judge& judge) {
  return judge.illegal == Sanction::disqualify || judge.broken == Sanction::disqualify;
}

store::Check checked_by(const Contest& contest, const Entrant& bot) {
  const Examination found = examine(bot, {.game = *contest.game,
                                          .discipline = *contest.discipline,
                                          .judge = contest.judge,
                                          .seed = check_seed(contest.seed),
                                          .games = check_games,
                                          .faults_most = 1,
                                          .game_over = {}});
  store::Check check;
  if (found.sandbox) check.layers = found.sandbox->mask;
  if (!found.passed()) {
    const auto& [exchange, fault] = found.faults.front();
    check.failure = {exchange.against, exchange.game, exchange.asked, exchange.said, fault};
  }
  return check;
}

// Checks the bots of other processes, if a fault could disqualify them.
Checked check(const Contest& contest, const RunOptions& options) {
  std::map<EntryId, store::Check> found;
  std::vector<EntryId> sit;  // the exam
  for (std::size_t i = 0; i < contest.entrants.size(); ++i) {
    const auto entry = static_cast<EntryId>(i);
    if (!disqualifies(contest.judge) || !contest.entrants[i].is_process()) continue;
    const auto known = options.ledger == nullptr ? std::nullopt : options.ledger->check(entry);
    // Whatever made it fail may be mended, and a check that fails is short.
    if (known && (!known->failure || options.recall_only))
      found.emplace(entry, *known);
    else if (!options.recall_only)
      sit.push_back(entry);
  }
  const auto report_progress = [&](std::size_t done) {
    if (options.progress) options.progress({done * check_games, sit.size() * check_games, 0});
  };
  if (!sit.empty()) report_progress(0);
  work_in_order(
      sit.size(), options.jobs, [](std::size_t) { return std::span<const int>(); },
      [&](std::size_t i) {
        return checked_by(contest, contest.entrants[static_cast<std::size_t>(sit[i])]);
      },
      [&](std::size_t i, store::Check check) {
        if (options.ledger != nullptr) options.ledger->keep(sit[i], check);
        if (options.events.checked) options.events.checked(sit[i], check);
        found.emplace(sit[i], std::move(check));
        report_progress(i + 1);
        return true;
      });
  Checked checked;
  for (std::size_t i = 0; i < contest.entrants.size(); ++i) {
    const auto entry = static_cast<EntryId>(i);
    checked.field.names.push_back(contest.entrants[i].name);
    const auto check = found.find(entry);
    if (check == found.end() || !check->second.failure)
      checked.field.entries.push_back(entry);
    else
      checked.unfit.push_back({entry, *check->second.failure});
    if (check != found.end() && check->second.layers)
      checked.sandbox = runner::of_all(checked.sandbox, runner::Layers{*check->second.layers});
  }
  return checked;
}

// The contest ends before its time; what was played through of it.
struct Stopped {
  tournament::Standings standings;
};

// Turns rounds of fixtures into results.
class RoundPlayer {
 public:
  RoundPlayer(const Contest& contest, const RunOptions& options)
      : contest_(contest), options_(options) {}

  std::vector<Result> operator()(const std::vector<Fixture>& round) {
    ++round_;
    if (options_.events.round) options_.events.round(round_, round.size());
    const std::size_t tasks = cut(round);
    prepare();
    report_progress();
    const std::stop_callback told_to_stop(options_.stop, [this] { halt_.request_stop(); });
    work_in_order(
        tasks, options_.jobs,
        [this](std::size_t i) { return std::span<const int>(cut_of(i).claims); },
        [this](std::size_t i) { return or_halt([&] { return play(task(i)); }); },
        [this](std::size_t i, RunResult result) {
          return or_halt([&] { return take(task(i), std::move(result)); });
        });
    std::vector<Result> results;
    for (const Fixture& fixture : round) {
      const auto found = known_.find(key(fixture));
      if (found == known_.end()) continue;  // the round ended early
      results.push_back(found->second);
    }
    if (stopped_by_) {
      so_far_.clear();  // the tournament is played again without that bot
      disqualified_.push_back(*stopped_by_->disqualified);
      results.push_back(*std::exchange(stopped_by_, std::nullopt));
      return results;
    }
    so_far_.insert(so_far_.end(), results.begin(), results.end());
    if (stopped_) throw Stopped{{std::move(so_far_)}};
    return results;
  }

  // So far, in the order in which they were found.
  const std::vector<tournament::FaultNote>& disqualified() const { return disqualified_; }
  // Around every process that ran.
  std::optional<runner::Layers> sandbox() const { return sandbox_; }
  const std::vector<Timing>& timings() const { return timings_; }
  std::uint64_t fixtures() const { return fixtures_played_ + recalled_; }
  std::uint64_t recalled() const { return recalled_; }

 private:
  // A fixture that is to be played, and how it is cut into tasks. These are computed when they are
  // asked for: a plan takes no memory a game.
  struct Cut {
    const Fixture* fixture;
    std::size_t first_task;           // its number in the round
    std::uint32_t games_a_task;       // the last one may have fewer
    std::vector<int> claims;          // contestants that keep files: one game at a time, in order
    std::vector<store::Block> known;  // in order; each lies in one task
  };
  struct Task {
    const Fixture& fixture;
    std::uint32_t first_game, games;
    bool last;                            // of its fixture
    std::span<const store::Block> known;  // games of it, in order
  };
  // Who opens may change with the field; whether deals are mirrored does not.
  using Key = std::tuple<std::vector<EntryId>, std::uint32_t, std::uint32_t, tournament::Stage,
                         std::optional<EntryId>>;
  static Key key(const Fixture& fixture) {
    return {fixture.entries, fixture.first_game, fixture.games, fixture.stage, fixture.opens};
  }

  const Entrant& entrant(EntryId entry) const {
    return contest_.entrants[static_cast<std::size_t>(entry)];
  }

  // Returns how many tasks the round has.
  std::size_t cut(const std::vector<Fixture>& round) {
    cuts_.clear();
    games_done_ = games_planned_ = 0;
    std::size_t tasks = 0;
    for (const Fixture& fixture : round) {
      if (known_.contains(key(fixture))) continue;
      const std::uint32_t games_a_task = games_a_run(fixture);
      std::vector<store::Block> known;
      if (options_.ledger != nullptr) known = options_.ledger->known(fixture, games_a_task);
      if (known.size() == 1 && !known[0].digest.empty() && known[0].games == fixture.games) {
        ++recalled_;
        tell(known_.emplace(key(fixture), result_of(fixture, known[0])).first->second, true);
        continue;
      }
      ++fixtures_played_;
      std::vector<int> claims;
      for (const EntryId entry : fixture.entries)
        if (entrant(entry).state() == runner::StateScope::folder) claims.push_back(entry);
      if (pairing_is_one(fixture)) known.clear();  // of a part of its games nothing follows
      if (!claims.empty()) drop_after_gap(known, fixture.first_game);
      cuts_.push_back({&fixture, tasks, games_a_task, std::move(claims), std::move(known)});
      tasks += (fixture.games - 1) / games_a_task + 1;
      games_planned_ += fixture.games;
    }
    return tasks;
  }

  // What a bot keeps in files follows from the games before.
  static void drop_after_gap(std::vector<store::Block>& blocks, std::uint32_t first_game) {
    std::uint32_t next = first_game;
    const auto gap = std::ranges::find_if(blocks, [&](const store::Block& block) {
      return block.first_game != std::exchange(next, block.first_game + block.games);
    });
    blocks.erase(gap, blocks.end());
  }

  // The cut in which the round's task i lies.
  const Cut& cut_of(std::size_t i) const {
    return *std::prev(std::ranges::upper_bound(cuts_, i, {}, &Cut::first_task));
  }

  Task task(std::size_t i) const {
    const Cut& cut = cut_of(i);
    const Fixture& fixture = *cut.fixture;
    const auto before = static_cast<std::uint32_t>(i - cut.first_task) * cut.games_a_task;
    const std::uint32_t games = std::min(cut.games_a_task, fixture.games - before);
    const std::uint32_t first = fixture.first_game + before;
    const auto begin = std::ranges::lower_bound(cut.known, first, {}, &store::Block::first_game);
    const auto end = std::ranges::lower_bound(begin, cut.known.end(), first + games, {},
                                              &store::Block::first_game);
    return {fixture, first, games, before + games == fixture.games, {begin, end}};
  }

  // What one worker throws ends the games of the others too: nobody waits for their results.
  template <class Act>
  std::invoke_result_t<Act> or_halt(Act&& act) {
    try {
      return act();
    } catch (...) {
      halt_.request_stop();
      throw;
    }
  }

  Result result_of(const Fixture& fixture, const store::Block& block) {
    Result result{fixture, block.lines, {}, {}, block.digest};
    for (tournament::FaultNote note : block.notes) {
      note.entry = fixture.entries[static_cast<std::size_t>(note.entry)];
      result.notes.push_back(std::move(note));
    }
    note_timings(fixture, block.timings);
    if (block.layers) sandbox_ = runner::of_all(sandbox_, runner::Layers{*block.layers});
    return result;
  }

  void note_timings(const Fixture& fixture, const std::vector<Timing>& timings) {
    for (std::size_t i = 0; i < timings.size(); ++i) {
      const auto entry = static_cast<std::size_t>(fixture.entries[i]);
      timings_.resize(std::max(timings_.size(), entry + 1));
      timings_[entry].add(timings[i]);
    }
  }

  bool pairing_is_one(const Fixture& fixture) const {
    return std::ranges::any_of(fixture.entries, [&](EntryId entry) {
      return entrant(entry).state() == runner::StateScope::pairing;
    });
  }

  std::uint32_t games_a_run(const Fixture& fixture) const {
    const auto any = [&](const auto& is) {
      return std::ranges::any_of(fixture.entries,
                                 [&](EntryId entry) { return is(entrant(entry)); });
    };
    // One process plays a pairing through.
    if (pairing_is_one(fixture)) return fixture.games;
    std::uint32_t least = 1;
    if (any([](const Entrant& e) { return e.is_process(); }))
      least = contest_.discipline->processes_last() ? games_a_run_of_lasting_processes
                                                    : games_a_run_of_processes;
    return std::clamp(fixture.games / runs_a_fixture, least, games_a_run_most);
  }

  RunResult play(const Task& task) const {
    const Fixture& fixture = task.fixture;
    RunResult all;
    all.lines.resize(fixture.entries.size());
    const auto played_below = [&] {
      return task.first_game + static_cast<std::uint32_t>(all.lines.front().games);
    };
    for (const store::Block& block : task.known) {
      play_to(block.first_game, task, all);
      if (played_below() != block.first_game || all.disqualified) return all;
      all.add(arena::recalled(block));
    }
    if (!all.disqualified) play_to(task.first_game + task.games, task, all);
    return all;
  }

  // Adds the games up to `end` of the task, unless it is stopped before.
  void play_to(std::uint32_t end, const Task& task, RunResult& all) const {
    const Fixture& fixture = task.fixture;
    std::uint32_t next = task.first_game + static_cast<std::uint32_t>(all.lines.front().games);
    if (next == end || options_.recall_only) return;
    std::vector<const Entrant*> entrants;
    Run run = run_of(contest_, fixture, entrants);
    run.first_game = next;
    run.games = end - next;
    run.stop = halt_.get_token();
    run.records = options_.ledger != nullptr && !options_.ledger->deterministic(fixture);
    const auto take_part = [&](RunResult part) {
      if (options_.ledger != nullptr) options_.ledger->keep(fixture, next, part);
      next += static_cast<std::uint32_t>(part.lines.front().games);
      part.records.clear();
      all.add(std::move(part));
    };
    // A process that lives through a pairing could not go on in the middle of it.
    if (options_.ledger != nullptr && !pairing_is_one(fixture)) run.part = take_part;
    RunResult rest = contest_.discipline->play(run, contest_.judge);
    const bool whole = next + rest.lines.front().games == end;
    if (whole || rest.disqualified || run.part) take_part(std::move(rest));
  }

  // In the order of the tasks, one at a time.
  bool take(const Task& task, RunResult run) {
    const Fixture& fixture = task.fixture;
    if (growing_.lines.empty()) {
      growing_ = Result{fixture, std::vector<tournament::Line>(fixture.entries.size()), {}, {}, {}};
      digest_ = head_of_digest(contest_, fixture);
    }
    for (std::size_t i = 0; i < run.lines.size(); ++i) growing_.lines[i].add(run.lines[i]);
    digest_.add(run.bytes);
    if (options_.ledger != nullptr && options_.ledger->keeps_results(fixture)) aside_.add(run);
    note_timings(fixture, run.timings);
    sandbox_ = runner::of_all(sandbox_, run.sandbox);
    const auto of_contest = [&](tournament::FaultNote note) {
      note.entry = fixture.entries[static_cast<std::size_t>(note.entry)];
      return note;
    };
    for (tournament::FaultNote& note : run.notes)
      if (growing_.notes.size() < fault_notes_most)
        growing_.notes.push_back(of_contest(std::move(note)));
    games_done_ += task.games;
    report_progress();
    if (!run.disqualified && run.lines.front().games < task.games) {
      stopped_ = true;
      return false;
    }
    if (run.disqualified) {
      growing_.disqualified = of_contest(*std::move(run.disqualified));
      stopped_by_ = std::exchange(growing_, {});
      tell(*stopped_by_, false);
      aside_ = {};
      return false;
    }
    if (task.last) {
      growing_.digest = digest_.hex();
      if (options_.ledger != nullptr) options_.ledger->keep(growing_, std::exchange(aside_, {}));
      tell(known_.emplace(key(fixture), std::exchange(growing_, {})).first->second, false);
    }
    return true;
  }

  void tell(const Result& result, bool recalled) const {
    if (options_.events.fixture) options_.events.fixture(result, recalled);
  }

  void prepare() {
    if (!options_.prepare || options_.recall_only) return;
    for (const Cut& cut : cuts_) {
      const Fixture& fixture = *cut.fixture;
      std::uint32_t known = 0;
      for (const store::Block& block : cut.known) known += block.games;
      if (known == fixture.games) continue;
      const auto seats = static_cast<int>(fixture.entries.size());
      for (const EntryId entry : fixture.entries)
        if (const auto* house = std::get_if<HouseSeat>(&entrant(entry).body);
            house != nullptr && prepared_.emplace(house->bot, seats).second)
          options_.prepare(*house, seats);
    }
  }

  void report_progress() const {
    if (options_.progress) options_.progress({games_done_, games_planned_, round_});
  }

  const Contest& contest_;
  const RunOptions& options_;
  std::stop_source halt_;
  int round_ = 0;
  std::vector<Cut> cuts_;  // of the round, by first_task
  // Finished fixtures: those among the others stand when a tournament is played again without a
  // bot.
  std::map<Key, Result> known_;
  std::vector<Result> so_far_;  // of the rounds
  Result growing_;
  Aside aside_;  // of it
  Digest digest_;
  std::optional<Result> stopped_by_;
  std::vector<tournament::FaultNote> disqualified_;
  std::optional<runner::Layers> sandbox_;
  std::vector<Timing> timings_;  // by EntryId
  std::uint64_t games_done_ = 0, games_planned_ = 0;
  std::set<std::pair<std::string, int>> prepared_;  // house bots at tables of so many
  std::uint64_t fixtures_played_ = 0, recalled_ = 0;
  bool stopped_ = false;
};

// Run::first_seat of a fixture whose opener is given.
int seat_of_opener(const Fixture& fixture) {
  const auto seats = static_cast<std::int64_t>(fixture.entries.size());
  const auto opener = std::ranges::find(fixture.entries, *fixture.opens) - fixture.entries.begin();
  return static_cast<int>((opener + seats - fixture.first_game % seats) % seats);
}

std::string digest_of(const Contest& contest, const tournament::Standings& standings) {
  Digest digest;
  digest.add("hilltop results 1");
  digest.add(contest.game->info->name);
  for (const Result& result : standings.results) {
    for (const EntryId entry : result.fixture.entries)
      digest.add(contest.entrants[static_cast<std::size_t>(entry)].name);
    digest.add(result.fixture.first_game);
    digest.add(result.fixture.games);
    digest.add(result.digest);
  }
  return digest.hex();
}

}  // namespace

Run run_of(const Contest& contest, const Fixture& fixture, std::vector<const Entrant*>& entrants) {
  std::vector<std::string> names;
  for (const EntryId entry : fixture.entries) {
    entrants.push_back(&contest.entrants[static_cast<std::size_t>(entry)]);
    names.push_back(entrants.back()->name);
  }
  Run run{.first_game = fixture.first_game, .games = fixture.games, .entrants = entrants};
  run.key = fixture_key(contest.seed, contest.game->info->name, names);
  run.mirrored = fixture.mirrored;
  run.first_seat =
      fixture.opens ? seat_of_opener(fixture) : first_seat(run.key, static_cast<int>(names.size()));
  return run;
}

Digest head_of_digest(const Contest& contest, const Fixture& fixture) {
  Digest digest;
  if (fixture.mirrored) digest.add("mirrored");
  if (fixture.opens) digest.add(contest.entrants[static_cast<std::size_t>(*fixture.opens)].name);
  return digest;
}

Report run_contest(const Contest& contest, const RunOptions& options) {
  Checked checked = check(contest, options);
  RoundPlayer player(contest, options);
  Report report{.unfit = std::move(checked.unfit),
                .concluded = {{}, checked.field.entries, {}},
                .rows = {},
                .digest = {},
                .sandbox = {},
                .timings = {}};
  try {
    report.concluded = tournament::conclude(contest.plan, std::move(checked.field), player);
  } catch (Stopped& stopped) {
    report.complete = false;
    report.concluded.standings = std::move(stopped.standings);
    report.concluded.disqualified = player.disqualified();
    for (const tournament::FaultNote& note : player.disqualified())
      std::erase(report.concluded.field, note.entry);
  }
  if (options.ledger != nullptr) report.damage = options.ledger->damage();
  report.sandbox = runner::of_all(checked.sandbox, player.sandbox());
  report.timings = player.timings();
  report.timings.resize(report.timings.empty() ? 0 : contest.entrants.size());
  report.fixtures = player.fixtures();
  report.recalled = player.recalled();
  if (report.complete || !tournament::in_rounds(contest.plan.format))
    report.rows = table(report.concluded.standings, report.concluded.field, contest.plan);
  report.digest = digest_of(contest, report.concluded.standings);
  return report;
}

}  // namespace hilltop::arena
