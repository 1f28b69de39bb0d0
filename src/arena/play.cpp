#include "arena/play.hpp"

#include <algorithm>
#include <utility>

#include "arena/batch_of.hpp"
#include "arena/pool.hpp"

namespace hilltop::arena {
namespace {

using tournament::Fixture;

// Plays and adds the games up to `end`; fewer if stopped.
void play_to(std::uint32_t end, const Contest& contest, const Fixture& fixture, ResultCache* cache,
             const std::stop_token& stop, IdleProcesses* idle, BatchResult& all) {
  if (all.first_game + all.games == end) return;
  Batch batch = batch_of(contest, fixture);
  batch.first_game = all.first_game + all.games;
  batch.games = end - batch.first_game;
  batch.stop = stop;
  batch.idle = idle;
  batch.records = cache != nullptr && !cache->deterministic(fixture);
  const auto take_part = [&](BatchResult part) {
    if (cache != nullptr) cache->keep(fixture, part);
    part.records.clear();
    all.add(std::move(part));
  };
  // Stores no parts of a fixture that cannot be resumed in the middle.
  if (cache != nullptr && !is_played_as_one(contest, fixture)) batch.part = take_part;
  BatchResult rest = contest.any_game->play(batch, contest.conditions);
  const bool whole = rest.first_game + rest.games == end;
  if (whole || rest.disqualified || batch.part) take_part(std::move(rest));
}

}  // namespace

BatchResult play_batch(const Contest& contest, const FixtureBatch& batch, ResultCache* cache,
                       std::stop_token stop, IdleProcesses* idle) {
  BatchResult all = BatchResult::none(batch.first_game, batch.fixture.entries.size());
  const auto play_up_to = [&](std::uint32_t end) {
    if (!all.disqualified) play_to(end, contest, batch.fixture, cache, stop, idle, all);
    return !all.disqualified && all.first_game + all.games == end;
  };
  for (const store::BatchRow& block : batch.recalled) {
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
