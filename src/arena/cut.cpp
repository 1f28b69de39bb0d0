#include "arena/cut.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hilltop::arena {
namespace {

using tournament::EntryId;
using tournament::Fixture;

// Max batches of a fixture, unless they are full; they suffice for all workers.
constexpr std::uint32_t batches_a_fixture = 64;
// Min games of a batch if each game starts a process, and if a process plays all games of a batch:
// starting a JVM takes as long as some hundred games.
constexpr std::uint32_t games_a_batch_of_processes = 32, games_a_batch_of_lasting_processes = 256;

const play::Entrant& entrant(const Contest& contest, EntryId entry) {
  return contest.entrants[static_cast<std::size_t>(entry)];
}

// Drops the blocks after a gap.
void drop_after_gap(std::vector<store::BatchRow>& blocks, std::uint32_t first_game) {
  std::uint32_t next = first_game;
  const auto gap = std::ranges::find_if(blocks, [&](const store::BatchRow& block) {
    return block.first_game != std::exchange(next, block.first_game + block.games);
  });
  blocks.erase(gap, blocks.end());
}

}  // namespace

bool is_played_as_one(const Contest& contest, const Fixture& fixture) {
  return std::ranges::any_of(fixture.entries, [&](EntryId entry) {
    return entrant(contest, entry).state() == runner::StateScope::pairing;
  });
}

std::uint32_t games_a_batch(const Contest& contest, const Fixture& fixture,
                            std::uint32_t games_max) {
  if (is_played_as_one(contest, fixture)) return fixture.games;
  std::uint32_t least = 1;
  if (std::ranges::any_of(fixture.entries,
                          [&](EntryId entry) { return entrant(contest, entry).is_process(); }))
    least = contest.any_game->processes_last() ? games_a_batch_of_lasting_processes
                                               : games_a_batch_of_processes;
  return std::clamp(fixture.games / batches_a_fixture, least, games_max);
}

void Cut::add(const Fixture& fixture, std::vector<store::BatchRow> recalled, bool has_gaps) {
  std::vector<int> claims;
  for (const EntryId entry : fixture.entries)
    if (contest_.conditions.host.files_stay &&
        entrant(contest_, entry).state() == runner::StateScope::folder)
      claims.push_back(entry);
  if (is_played_as_one(contest_, fixture)) recalled.clear();
  if (!claims.empty() && !has_gaps) drop_after_gap(recalled, fixture.first_game);
  std::uint32_t recalled_games = 0;
  for (const store::BatchRow& block : recalled) recalled_games += block.games;
  const std::uint32_t each = games_a_batch(contest_, fixture, games_max_);
  parts_.push_back(
      {&fixture, batches_, each, std::move(claims), std::move(recalled), recalled_games});
  batches_ += (fixture.games - 1) / each + 1;
  games_ += fixture.games;
  games_recalled_ += recalled_games;
}

const Cut::Part& Cut::part_of(std::size_t i) const {
  return *std::prev(std::ranges::upper_bound(parts_, i, {}, &Part::first_batch));
}

std::span<const int> Cut::claims(std::size_t i) const { return part_of(i).claims; }

FixtureBatch Cut::batch(std::size_t i) const {
  const Part& part = part_of(i);
  const Fixture& fixture = *part.fixture;
  const auto before = static_cast<std::uint32_t>(i - part.first_batch) * part.games_a_batch;
  const std::uint32_t games = std::min(part.games_a_batch, fixture.games - before);
  const std::uint32_t first = fixture.first_game + before;
  const auto by_game = &store::BatchRow::first_game;
  const auto begin = std::ranges::lower_bound(part.recalled, first, {}, by_game);
  const auto end = std::ranges::lower_bound(begin, part.recalled.end(), first + games, {}, by_game);
  return {fixture, first, games, before + games == fixture.games, {begin, end}};
}

}  // namespace hilltop::arena
