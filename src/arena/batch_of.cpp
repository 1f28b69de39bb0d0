#include "arena/batch_of.hpp"

#include <algorithm>

#include "play/keys.hpp"

namespace hilltop::arena {
namespace {

using tournament::EntryId;
using tournament::Fixture;

// Returns Batch::first_seat of a fixture with a given opener.
int seat_of_opener(const Fixture& fixture) {
  const auto seats = static_cast<std::int64_t>(fixture.entries.size());
  const auto opener = std::ranges::find(fixture.entries, *fixture.opens) - fixture.entries.begin();
  return static_cast<int>((opener + seats - fixture.first_game % seats) % seats);
}

}  // namespace

play::Batch batch_of(const Contest& contest, const Fixture& fixture) {
  play::Batch batch{{.first_game = fixture.first_game, .games = fixture.games}, {}};
  for (const EntryId entry : fixture.entries)
    batch.entrants.push_back(&contest.entrants[static_cast<std::size_t>(entry)]);
  batch.luck = play::FixtureLuck(contest.seed, *contest.game->info, batch.entrants);
  batch.mirrored = fixture.mirrored;
  batch.first_seat = fixture.opens ? seat_of_opener(fixture)
                                   : batch.luck.first_seat(static_cast<int>(batch.entrants.size()));
  return batch;
}

play::GameOrder order_of(const Contest& contest, std::shared_ptr<const play::GameTerms> terms,
                         const Fixture& fixture) {
  const play::Batch batch = batch_of(contest, fixture);
  play::GameOrder order{batch, std::move(terms)};
  for (const play::Entrant* entrant : batch.entrants)
    order.contestants.push_back(play::contestant_of(*entrant));
  return order;
}

Digest head_of_digest(const Contest& contest, const Fixture& fixture) {
  Digest digest;
  if (fixture.mirrored) digest.add("mirrored");
  if (fixture.opens) digest.add(contest.entrants[static_cast<std::size_t>(*fixture.opens)].name);
  return digest;
}

}  // namespace hilltop::arena
