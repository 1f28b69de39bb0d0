#include "arena/play.hpp"

#include <algorithm>
#include <utility>

#include "arena/keys.hpp"
#include "arena/pool.hpp"

namespace hilltop::arena {
namespace {

using tournament::EntryId;
using tournament::Fixture;

// Run::first_seat of a fixture whose opener is given.
int seat_of_opener(const Fixture& fixture) {
  const auto seats = static_cast<std::int64_t>(fixture.entries.size());
  const auto opener = std::ranges::find(fixture.entries, *fixture.opens) - fixture.entries.begin();
  return static_cast<int>((opener + seats - fixture.first_game % seats) % seats);
}

// Adds the games up to `end`, unless it is stopped before.
void play_to(std::uint32_t end, const Contest& contest, const Fixture& fixture, Ledger* ledger,
             const std::stop_token& stop, BatchResult& all) {
  if (all.first_game + all.games == end) return;
  std::vector<const Entrant*> entrants;
  Run run = run_of(contest, fixture, entrants);
  run.first_game = all.first_game + all.games;
  run.games = end - run.first_game;
  run.stop = stop;
  run.records = ledger != nullptr && !ledger->deterministic(fixture);
  const auto take_part = [&](BatchResult part) {
    if (ledger != nullptr) ledger->keep(fixture, part);
    part.records.clear();
    all.add(std::move(part));
  };
  // A process that lives through a pairing could not go on in the middle of it.
  if (ledger != nullptr && !is_played_as_one(contest, fixture)) run.part = take_part;
  BatchResult rest = contest.discipline->play(run, contest.judge);
  const bool whole = rest.first_game + rest.games == end;
  if (whole || rest.disqualified || run.part) take_part(std::move(rest));
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

BatchResult play_batch(const Contest& contest, const Batch& batch, Ledger* ledger,
                       std::stop_token stop) {
  BatchResult all = BatchResult::none(batch.first_game, batch.fixture.entries.size());
  const auto play_up_to = [&](std::uint32_t end) {
    if (!all.disqualified) play_to(end, contest, batch.fixture, ledger, stop, all);
    return !all.disqualified && all.first_game + all.games == end;
  };
  for (const store::BatchRow& block : batch.known) {
    if (!play_up_to(block.first_game)) return all;
    all.add(block);
  }
  play_up_to(batch.first_game + batch.games);
  return all;
}

void Threads::play_all(const Cut& cut, const Play& play, const Take& take) {
  work_in_order(
      cut.batches(), workers_, [&](std::size_t i) { return cut.claims(i); },
      [&](std::size_t i) { return play(cut.batch(i)); },
      [&](std::size_t i, BatchResult result) { return take(i, std::move(result)); });
}

}  // namespace hilltop::arena
