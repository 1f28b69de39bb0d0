#include "arena/compare.hpp"

#include <algorithm>

#include "arena/idle_processes.hpp"
#include "arena/keys.hpp"
#include "arena/pool.hpp"
#include "core/digest.hpp"

namespace hilltop::arena {
namespace {

// Converts between the order in which two bots were named and that of a fixture, sorted by name.
class Pair {
 public:
  explicit Pair(const std::array<Entrant, 2>& bots) : swapped_(bots[1].name < bots[0].name) {
    for (const std::size_t i : {0u, 1u}) {
      entrants_[i] = &bots[asked(i)];
      names_.push_back(entrants_[i]->name);
      if (entrants_[i]->state() == runner::StateScope::folder)
        claims_.push_back(static_cast<int>(i));
    }
  }

  std::span<const Entrant* const> entrants() const { return entrants_; }
  const std::vector<std::string>& names() const { return names_; }
  // Returns the bots that keep files and so play one game at a time, in order.
  std::span<const int> claims() const { return claims_; }
  // Converts an index of the fixture to the order on the command line.
  std::size_t asked(std::size_t entrant) const { return swapped_ ? 1 - entrant : entrant; }

  // Adds a result of the fixture in the order on the command line.
  void add(const BatchResult& result, Compared& to) const {
    for (std::size_t i = 0; i < 2; ++i) to.tallies[asked(i)].add(result.tallies[i]);
    for (std::size_t k = 0; k < to.deals.size(); ++k)
      to.deals[k] += result.deals[swapped_ ? to.deals.size() - 1 - k : k];
    for (tournament::FaultNote note : result.notes) {
      if (to.notes.size() == tournament::fault_notes_min) break;
      note.entry = static_cast<tournament::EntryId>(asked(static_cast<std::size_t>(note.entry)));
      to.notes.push_back(std::move(note));
    }
    to.sandbox = runner::of_all(to.sandbox, layers_of(result));
  }

 private:
  bool swapped_;
  std::array<const Entrant*, 2> entrants_{};
  std::vector<std::string> names_;
  std::vector<int> claims_;
};

// Returns the digest of a tournament of one fixture (docs/output.md).
std::string digest_of(const Comparison& comparison, const Pair& pair, std::uint32_t games,
                      const Digest& of_games) {
  Digest digest;
  digest.add("hilltop results 1");
  digest.add(comparison.any_game.info().name);
  for (const std::string& name : pair.names()) digest.add(name);
  digest.add(std::uint64_t{0});  // the first game
  digest.add(games);
  digest.add(of_games.hex());
  return digest.hex();
}

}  // namespace

Compared compare(const Comparison& comparison) {
  const Pair pair(comparison.bots);
  const rating::Sprt& test = comparison.test;
  const std::uint64_t key =
      fixture_key(comparison.seed, comparison.any_game.info().name, pair.names());
  IdleProcesses idle;
  const auto batch = [&](std::size_t number) {
    const auto first = static_cast<std::uint32_t>(number) * deals_a_batch;
    return Batch{.key = key,
                 .first_game = 2 * first,
                 .games = 2 * std::min(deals_a_batch, comparison.deals_max - first),
                 .entrants = pair.entrants(),
                 .first_seat = first_seat(key, 2),
                 .mirrored = true,
                 .idle = &idle};
  };
  Compared compared;
  Digest of_games;
  std::uint32_t games = 0;
  work_in_order((comparison.deals_max - 1) / deals_a_batch + 1, comparison.jobs,
                [&](std::size_t) { return pair.claims(); },
                [&](std::size_t number) {
                  return comparison.any_game.play(batch(number), comparison.conditions);
                },
                [&](std::size_t number, const BatchResult& result) {
                  pair.add(result, compared);
                  of_games.add(result.bytes);
                  games += batch(number).games;
                  compared.log_likelihood_ratio =
                      rating::log_likelihood_ratio(compared.deals, test.elo0, test.elo1);
                  compared.verdict = rating::verdict(test, compared.log_likelihood_ratio);
                  if (comparison.progress) comparison.progress(compared);
                  return compared.verdict == rating::Verdict::undecided;
                });
  compared.digest = digest_of(comparison, pair, games, of_games);
  return compared;
}

}  // namespace hilltop::arena
