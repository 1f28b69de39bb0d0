#include "arena/fold.hpp"

#include <algorithm>
#include <utility>

namespace hilltop::arena {

using tournament::EntryId;
using tournament::FaultNote;
using tournament::Fixture;
using tournament::Result;

void Fold::begin(const Fixture& fixture) {
  fixture_ = &fixture;
  games_ = tournament::BatchResult::none(fixture.first_game, fixture.entries.size());
  digest_ = head_of_digest(contest_, fixture);
}

Fold::Step Fold::take(const FixtureBatch& batch, tournament::BatchResult result) {
  const Fixture& fixture = batch.fixture;
  if (fixture_ == nullptr) begin(fixture);
  digest_.add(result.bytes);
  note(fixture, result);
  const bool is_short = result.games < batch.games;
  if (cache_ == nullptr || !cache_->keeps_results(fixture)) result.bytes.clear();
  games_.add(std::move(result));
  if (is_short && !games_.disqualified) return Step::stopped;
  if (!games_.disqualified && !batch.last) return Step::grew;
  fixture_ = nullptr;
  if (games_.disqualified) {
    result_ = result_of(fixture, games_, {});
    return Step::disqualified;
  }
  result_ = result_of(fixture, games_, digest_.hex());
  if (cache_ != nullptr)
    if (const auto stored = cache_->keep(*result_, std::exchange(games_, {})))
      result_ = result_of(fixture, *stored, stored->digest);
  return Step::ended;
}

std::optional<Result> Fold::growing() const {
  if (fixture_ == nullptr || games_.games == 0) return std::nullopt;
  Result result = result_of(*fixture_, games_, {});
  result.fixture.games = games_.games;
  return result;
}

std::optional<Fixture> Fold::growing_fixture() const {
  if (fixture_ == nullptr || games_.games == 0) return std::nullopt;
  return *fixture_;
}

Result Fold::take_result() { return *std::exchange(result_, std::nullopt); }

Result Fold::recall(const Fixture& fixture, const store::BatchRow& block) {
  note(fixture, block);
  return result_of(fixture, block, block.digest);
}

// Replaces indexes within the fixture by entries of the contest.
Result Fold::result_of(const Fixture& fixture, const tournament::BatchResult& games,
                       std::string digest) const {
  const auto of_contest = [&](FaultNote note) {
    note.entry = fixture.entries[static_cast<std::size_t>(note.entry)];
    return note;
  };
  Result result{fixture, games.tallies, {}, {}, {}, std::move(digest), games.traces};
  for (tournament::FaultCount count : games.fault_counts) {
    count.entry = fixture.entries[static_cast<std::size_t>(count.entry)];
    result.fault_counts.push_back(count);
  }
  for (const FaultNote& note : games.notes) result.notes.push_back(of_contest(note));
  if (games.disqualified) result.disqualified = of_contest(*games.disqualified);
  return result;
}

void Fold::note(const Fixture& fixture, const tournament::BatchResult& result) {
  if (result.layers) sandbox_ = runner::of_all(sandbox_, runner::Layers{*result.layers});
  for (std::size_t i = 0; i < result.timings.size(); ++i) {
    const auto entry = static_cast<std::size_t>(fixture.entries[i]);
    timings_.resize(std::max(timings_.size(), entry + 1));
    timings_[entry].add(result.timings[i]);
  }
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

}  // namespace hilltop::arena
