#include "report/games_to_analyse.hpp"

#include <algorithm>

#include "arena/batch_of.hpp"
#include "report/game_name.hpp"

namespace hilltop::report {
namespace {

// Plays games of house bots again.
std::vector<tournament::GameRecord> records_again(const StoredContest& stored,
                                                  const tournament::Fixture& fixture,
                                                  std::uint32_t first, std::uint32_t games) {
  play::Batch batch = batch_of(stored.contest, fixture);
  if (!batch.memory_lasts()) batch.first_game = first;
  batch.games = first + games - batch.first_game;
  batch.records = true;
  auto records = stored.contest.any_game->play(batch, stored.contest.conditions).records;
  std::erase_if(records, [&](const auto& record) { return record.game < first; });
  return records;
}

}  // namespace

std::expected<std::vector<GameToAnalyse>, Problem> recorded_games(
    const StoredContest& stored, const tournament::Fixture& fixture, std::uint32_t first,
    std::uint32_t games_max) {
  const std::uint32_t games = std::min(games_max, fixture.first_game + fixture.games - first);
  const std::vector<tournament::GameRecord> records =
      stored.cache().deterministic(fixture)
          ? records_again(stored, fixture, first, games)
          : stored.records(fixture, stored.games(fixture), first, first + games - 1);
  const play::Batch batch = batch_of(stored.contest, fixture);
  std::vector<GameToAnalyse> found;
  for (const tournament::GameRecord& kept : records) {
    auto record = stored.record(fixture, kept);
    if (!record) return std::unexpected(std::move(record).error());
    GameToAnalyse game{
        name_of_game(stored.contest, fixture, kept.game), kept.game, *std::move(record), {}};
    for (const tournament::EntryId entry : by_seat(fixture, batch, kept.game))
      game.players.push_back(stored.contest.name_of(entry));
    found.push_back(std::move(game));
  }
  return found;
}

std::expected<std::vector<GameToAnalyse>, Problem> games_to_analyse(
    const StoredContest& stored, const tournament::Fixture& fixture, std::uint32_t first,
    std::uint32_t games_max) {
  auto found = recorded_games(stored, fixture, first, games_max);
  if (!found || !found->empty()) return found;
  return std::unexpected(
      Problem{name_of_pairing(stored.contest, fixture) + " has no records in this store"});
}

}  // namespace hilltop::report
