#include "arena/pair_games.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "play/game_results.hpp"

namespace hilltop::arena {

using tournament::EntryId;
using tournament::Fixture;

PairGames::PairGames(const Contest& contest, std::vector<store::BotRow> bots,
                     const PairStorage& storage, bool records)
    : contest_(contest),
      cache_(contest, std::move(bots), storage.stored, storage.is_draft ? nullptr : storage.writer),
      pieces_(contest, storage.writer == nullptr ? nullptr : &cache_, records),
      records_(records) {}

std::vector<play::Piece> PairGames::pieces(std::uint32_t first_game, std::uint32_t games) {
  const Fixture fixture = fixture_of_two(contest_, first_game, games);
  std::vector<store::BatchRow> recalled = cache_.recall(fixture);
  if (records_) add_records(fixture, recalled);
  std::uint32_t recalled_games = 0;
  for (const store::BatchRow& block : recalled) recalled_games += block.games;
  if (is_played_as_one(contest_, fixture) && recalled_games < games) recalled.clear();
  return pieces_.pieces({fixture, first_game, games, true, recalled});
}

// Adds the records of recalled games, each of the run that counts. Leaves out the blocks of which a
// game has none.
void PairGames::add_records(const Fixture& fixture, std::vector<store::BatchRow>& blocks) {
  std::erase_if(blocks, [&](store::BatchRow& block) {
    const std::vector<tournament::GameRecord> found =
        cache_.records(fixture, block.first_game, block.first_game + block.games - 1);
    block.records.clear();
    std::span<const std::uint8_t> rest = block.bytes;
    for (std::uint32_t game = block.first_game; game < block.first_game + block.games; ++game) {
      const auto* const begin = rest.data();
      if (!play::take_game(rest, fixture.entries.size())) return true;
      const std::span result(begin, rest.data());
      const auto record = std::ranges::find_if(found, [&](const auto& each) {
        return each.game == game &&
               (each.result.empty() || std::ranges::equal(each.result, result));
      });
      if (record == found.end()) return true;
      block.records.push_back(*record);
    }
    return false;
  });
}

void PairGames::keep(std::uint32_t first_game, std::uint32_t games,
                     tournament::BatchResult& played) {
  const Fixture fixture = fixture_of_two(contest_, first_game, games);
  pieces_.keep({fixture, first_game, games, true, {}}, played);
}

std::array<EntryId, 2> by_name(const Contest& contest) {
  if (contest.entrants[1].name < contest.entrants[0].name) return {1, 0};
  return {0, 1};
}

Fixture fixture_of_two(const Contest& contest, std::uint32_t first_game, std::uint32_t games) {
  const auto entries = by_name(contest);
  return {.entries = {entries.begin(), entries.end()},
          .first_game = first_game,
          .games = games,
          .mirrored = true};
}

Contest contest_of_two(const GameModule& game, std::unique_ptr<AnyGame> any_game,
                       const play::Conditions& conditions, const play::Seed& seed,
                       std::array<play::Entrant, 2> bots) {
  Contest contest;
  contest.game = &game;
  contest.rules = any_game->rules_name();
  contest.seed = seed;
  contest.conditions = conditions;
  for (play::Entrant& bot : bots) contest.entrants.push_back(std::move(bot));
  contest.any_game = std::move(any_game);
  return contest;
}

}  // namespace hilltop::arena
