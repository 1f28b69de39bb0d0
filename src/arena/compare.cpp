#include "arena/compare.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

#include "arena/idle_processes.hpp"
#include "arena/keys.hpp"
#include "arena/pool.hpp"
#include "core/digest.hpp"

namespace hilltop::arena {
namespace {

// Converts between the order in which two bots were named and that of a fixture, sorted by name.
class Pair {
 public:
  explicit Pair(const Contest& contest) : swapped_(by_name(contest)[0] == 1) {
    for (const std::size_t i : {0u, 1u}) {
      const Entrant& entrant = contest.entrants[asked(i)];
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
  void add(const BatchResult& result, Compared& to) {
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
    to.sandbox = runner::of_all(to.sandbox, layers_of(result));
  }

 private:
  // Adds the games and deals that were not played before; all of a game that does not repeat.
  void add_games(const BatchResult& result, Compared& to) {
    if (result.traces.empty()) {
      for (std::size_t k = 0; k < to.deals.size(); ++k)
        to.deals[k] += result.deals[swapped_ ? to.deals.size() - 1 - k : k];
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

  bool swapped_;
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
  PairGames nowhere(nullptr, nullptr);
  PairGames& pair_games = comparison.games == nullptr ? nowhere : *comparison.games;
  IdleProcesses idle;
  Compared compared;
  Digest of_games;
  std::uint32_t games = 0;
  const auto games_of = [&](std::size_t number) {
    const auto first = static_cast<std::uint32_t>(number) * deals_a_batch;
    return 2 * std::min(deals_a_batch, comparison.deals_max - first);
  };
  work_in_order((comparison.deals_max - 1) / deals_a_batch + 1, comparison.jobs,
                [&](std::size_t) { return pair.claims(); },
                [&](std::size_t number) {
                  return pair_games.play(comparison.contest, comparison.bots,
                                         static_cast<std::uint32_t>(number) * 2 * deals_a_batch,
                                         games_of(number), comparison.stop, &idle);
                },
                [&](std::size_t number, const BatchResult& result) {
                  if (result.games < games_of(number)) return compared.stopped = true, false;
                  pair.add(result, compared);
                  of_games.add(result.bytes);
                  games += result.games;
                  compared.log_likelihood_ratio =
                      rating::log_likelihood_ratio(compared.deals, test.elo0, test.elo1);
                  compared.verdict = rating::verdict(test, compared.log_likelihood_ratio);
                  if (comparison.progress) comparison.progress(compared);
                  return compared.verdict == rating::Verdict::undecided && !compared.only_repeats();
                });
  compared.digest = digest_of(comparison, pair, games, of_games);
  return compared;
}

}  // namespace hilltop::arena
