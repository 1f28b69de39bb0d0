#include "arena/compare.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

#include "arena/batch_of.hpp"
#include "core/digest.hpp"
#include "play/game_results.hpp"
#include "play/keys.hpp"
#include "play/threads.hpp"
#include "rating/elo.hpp"

namespace hilltop::arena {
namespace {

// Converts between the order in which two bots were named and that of a fixture, sorted by name.
class Pair {
 public:
  explicit Pair(const Contest& contest)
      : swapped_(by_name(contest)[0] == 1), batch_(batch_of(contest, fixture_of(contest))) {
    for (const std::size_t i : {0u, 1u}) {
      const play::Entrant& entrant = contest.entrants[asked(i)];
      names_.push_back(entrant.name);
      if (entrant.state() == runner::StateScope::folder) claims_.push_back(static_cast<int>(i));
    }
  }

  const std::vector<std::string>& names() const { return names_; }
  // Returns the bots that keep files and so play one game at a time, in order.
  std::span<const int> claims() const { return claims_; }
  // Converts an index of the fixture to the order on the command line.
  std::size_t asked(std::size_t entrant) const { return swapped_ ? 1 - entrant : entrant; }

  // Adds a result of the fixture in the order on the command line.
  void add(const tournament::BatchResult& result, Compared& to) {
    for (std::size_t i = 0; i < 2; ++i) to.tallies[asked(i)].add(result.tallies[i]);
    add_games(result, to);
    for (tournament::FaultNote note : result.notes) {
      if (to.notes.size() == tournament::fault_notes_min) break;
      note.entry = static_cast<tournament::EntryId>(asked(static_cast<std::size_t>(note.entry)));
      to.notes.push_back(std::move(note));
    }
    std::set<std::uint32_t> faulty;
    for (const tournament::FaultCount& count : result.fault_counts) faulty.insert(count.game);
    to.faulty_games += static_cast<std::int64_t>(faulty.size());
    to.sandbox = runner::of_all(to.sandbox, play::layers_of(result));
  }

 private:
  // Returns the deals by the points of the first name: the store does not keep them.
  rating::Pentanomial deals_of(const tournament::BatchResult& result) const {
    rating::Pentanomial deals{};
    std::vector<tournament::Tally> tallies(2);
    std::int64_t before = 0;
    std::span<const std::uint8_t> bytes = result.bytes;
    for (std::uint32_t i = 0; i < result.games; ++i) {
      const std::uint32_t game = result.first_game + i;
      play::add_game(tallies, play::take_game(bytes, 2).value(), batch_.first_player(game));
      if (game % 2 == 0) continue;
      const std::int64_t points = 2 * tallies[0].won + tallies[0].tied;
      ++deals[static_cast<std::size_t>(points - std::exchange(before, points))];
    }
    return deals;
  }

  // Adds the games and deals that were not played before; all of a game that does not repeat.
  void add_games(const tournament::BatchResult& result, Compared& to) {
    if (result.traces.empty()) {
      const rating::Pentanomial deals = deals_of(result);
      for (std::size_t k = 0; k < to.deals.size(); ++k)
        to.deals[k] += deals[swapped_ ? to.deals.size() - 1 - k : k];
      const tournament::Tally& tally = result.tallies[asked(0)];
      const rating::Trinomial games{tally.lost(), tally.tied, tally.won};
      for (std::size_t k = 0; k < games.size(); ++k) to.games[k] += games[k];
      return;
    }
    const auto half_points = [&](tournament::GameTrace trace) {
      const int points = tournament::half_points_of(trace);
      return static_cast<std::size_t>(swapped_ ? 2 - points : points);
    };
    for (std::size_t i = 0; i + 1 < result.traces.size(); i += 2) {
      const tournament::GameTrace first = result.traces[i], second = result.traces[i + 1];
      const bool first_is_new = games_.insert(first).second;
      const bool second_is_new = games_.insert(second).second;
      to.games[half_points(first)] += first_is_new;
      to.games[half_points(second)] += second_is_new;
      const bool is_new = first_is_new || second_is_new;
      to.deals[half_points(first) + half_points(second)] += is_new;
      to.repeated_deals = is_new ? 0 : to.repeated_deals + 1;
    }
  }

  static tournament::Fixture fixture_of(const Contest& contest) {
    const auto entries = by_name(contest);
    return {.entries = {entries.begin(), entries.end()}, .mirrored = true};
  }

  bool swapped_;
  play::Batch batch_;  // which of the two has which seat
  std::vector<std::string> names_;
  std::vector<int> claims_;
  std::unordered_set<tournament::GameTrace> games_;  // so far
};

// Returns the digest of a tournament of one fixture (docs/output.md).
std::string digest_of(const Comparison& comparison, const Pair& pair, std::uint32_t games,
                      const Digest& of_games) {
  Digest digest;
  digest.add("hilltop results 1");
  digest.add(comparison.contest.game->info->name);
  for (const std::string& name : pair.names()) digest.add(name);
  digest.add(std::uint64_t{0});  // the first game
  digest.add(games);
  digest.add(of_games.hex());
  return digest.hex();
}

}  // namespace

Compared compare(const Comparison& comparison) {
  Pair pair(comparison.contest);
  const rating::Sprt& test = comparison.test;
  PairGames pair_games(comparison.contest, comparison.bots, comparison.storage,
                       comparison.luck && luck_needs_records(comparison.contest.entrants));
  std::optional<PairLuck> luck =
      comparison.luck
          ? std::optional(
                PairLuck::of(*comparison.contest.game, *comparison.contest.any_game,
                             threads_for_luck(comparison.contest.entrants, comparison.jobs))
                    .value())
          : std::nullopt;
  const play::HomeVenue venue(*comparison.contest.any_game, comparison.contest.conditions,
                              comparison.contest.entrants);
  play::Threads threads(comparison.jobs, venue);
  play::GameService& service = comparison.service == nullptr ? threads : *comparison.service;
  Compared compared;
  Digest of_games;
  std::uint32_t games = 0;
  const auto first_of = [](std::size_t batch) {
    return static_cast<std::uint32_t>(batch) * 2 * deals_a_batch;
  };
  const auto games_of = [&](std::size_t batch) {
    return std::min(2 * deals_a_batch, 2 * comparison.deals_max - first_of(batch));
  };
  const auto take = [&](std::size_t batch, const play::PlayedGames& played) {
    const tournament::BatchResult& result = played.result;
    if (result.games < games_of(batch)) return compared.stopped = true, false;
    pair.add(result, compared);
    if (comparison.played) comparison.played(result);
    of_games.add(result.bytes);
    games += result.games;
    if (luck) luck->add(comparison.contest, result);
    compared.log_likelihood_ratio =
        luck ? rating::log_likelihood_ratio(luck->scores(), rating::expected_score(test.elo0) - 0.5,
                                            rating::expected_score(test.elo1) - 0.5)
             : rating::log_likelihood_ratio(compared.deals, test.elo0, test.elo1);
    compared.verdict = rating::verdict(test, compared.log_likelihood_ratio);
    if (comparison.progress) comparison.progress(compared);
    return compared.verdict == rating::Verdict::undecided && !compared.only_repeats();
  };
  play::play_in_order(
      service,
      {.units = (comparison.deals_max - 1) / deals_a_batch + 1,
       .pieces =
           [&](std::size_t batch) { return pair_games.pieces(first_of(batch), games_of(batch)); },
       .claims = [&](std::size_t) { return pair.claims(); },
       .arrived = [&](std::size_t batch, play::PlayedGames& played,
                      bool) { pair_games.keep(first_of(batch), games_of(batch), played.result); },
       .take = take,
       .stop = comparison.stop});
  if (luck) compared.luck = luck->figures();
  compared.digest = digest_of(comparison, pair, games, of_games);
  return compared;
}

}  // namespace hilltop::arena
