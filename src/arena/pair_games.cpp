#include "arena/pair_games.hpp"

#include <utility>

#include "arena/batch_of.hpp"
#include "arena/cut.hpp"
#include "arena/game_results.hpp"
#include "arena/play.hpp"

namespace hilltop::arena {
namespace {

using tournament::EntryId;
using tournament::Fixture;

// Returns the deals of a result by the points of its first place: the store does not keep them.
rating::Pentanomial deals_of(const Contest& contest, const Fixture& fixture,
                             const BatchResult& result) {
  const Batch batch = batch_of(contest, fixture);
  rating::Pentanomial deals{};
  std::vector<tournament::Tally> tallies(2);
  std::int64_t before = 0;
  std::span<const std::uint8_t> bytes = result.bytes;
  for (std::uint32_t i = 0; i < result.games; ++i) {
    const std::uint32_t game = result.first_game + i;
    add_game(tallies, take_game(bytes, 2).value(), batch.first_player(game));
    if (game % 2 == 0) continue;
    const std::int64_t points = 2 * tallies[0].won + tallies[0].tied;
    ++deals[static_cast<std::size_t>(points - std::exchange(before, points))];
  }
  return deals;
}

}  // namespace

BatchResult PairGames::play(const Contest& contest, std::span<const store::BotRow> bots,
                            std::uint32_t first_game, std::uint32_t games,
                            const std::stop_token& stop, IdleProcesses* idle) {
  const auto entries = by_name(contest);
  const Fixture fixture{.entries = {entries.begin(), entries.end()},
                        .first_game = first_game,
                        .games = games,
                        .mirrored = true};
  ResultCache cache(contest, {bots.begin(), bots.end()}, stored_, writer_);
  std::vector<store::BatchRow> recalled;
  if (stored_ != nullptr) {
    const std::scoped_lock lock(reads_);
    recalled = cache.recall(fixture);
  }
  std::uint32_t recalled_games = 0;
  for (const store::BatchRow& block : recalled) recalled_games += block.games;
  if (is_played_as_one(contest, fixture) && recalled_games < games) recalled.clear();
  BatchResult result = play_batch(contest, {fixture, first_game, games, true, recalled},
                                  writer_ == nullptr ? nullptr : &cache, stop, idle);
  result.deals = deals_of(contest, fixture, result);
  return result;
}

std::array<EntryId, 2> by_name(const Contest& contest) {
  if (contest.entrants[1].name < contest.entrants[0].name) return {1, 0};
  return {0, 1};
}

Contest contest_of_two(const GameModule& game, std::unique_ptr<AnyGame> any_game,
                       const Conditions& conditions, const Seed& seed,
                       std::array<Entrant, 2> bots) {
  Contest contest;
  contest.game = &game;
  contest.rules = any_game->rules_name();
  contest.seed = seed;
  contest.conditions = conditions;
  for (Entrant& bot : bots) contest.entrants.push_back(std::move(bot));
  contest.any_game = std::move(any_game);
  return contest;
}

}  // namespace hilltop::arena
