#include "report/summary.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "arena/batch_of.hpp"
#include "rating/bradley_terry.hpp"
#include "rating/plackett_luce.hpp"
#include "tournament/batch_result.hpp"
#include "tournament/formats.hpp"

namespace hilltop::report {

using tournament::EntryId;
using tournament::Result;
using tournament::Stage;
using tournament::Tally;

namespace {

using Order = std::vector<std::vector<std::size_t>>;  // rating::Ranking::places

// Returns the players by place, the first place first; those that left the game share the last
// place.
Order order_of(const play::GameResult& game, const std::vector<EntryId>& seated) {
  std::map<std::pair<bool, int>, std::vector<std::size_t>> places;
  for (std::size_t seat = 0; seat < seated.size(); ++seat) {
    const bool left = (game.left >> seat & 1) != 0;
    places[{left, left ? 0 : -game.points[seat]}].push_back(static_cast<std::size_t>(seated[seat]));
  }
  Order order;
  for (auto& [key, place] : places) {
    std::ranges::sort(place);
    order.push_back(std::move(place));
  }
  return order;
}

// Counts the orders in which games ended.
class Orders {
 public:
  void add(const play::GameResult& game, const std::vector<EntryId>& seated) {
    ++games_[order_of(game, seated)];
  }
  rating::Ratings ratings(std::size_t bots) const {
    std::vector<rating::Ranking> orders;
    for (const auto& [order, count] : games_) orders.push_back({order, count});
    return rating::plackett_luce(bots, orders);
  }

 private:
  std::map<Order, std::int64_t> games_;
};

// Adds up the amounts of a fixture, deal by deal.
class Amounts {
 public:
  explicit Amounts(const tournament::Fixture& fixture)
      : fixture_(fixture),
        sums_({fixture.entries.begin(), fixture.entries.end()}, fixture.mirrored ? 2 : 1),
        deal_(fixture.entries.size()) {}

  void add(const play::GameResult& game, const std::vector<EntryId>& seated) {
    for (std::size_t seat = 0; seat < seated.size(); ++seat)
      deal_[static_cast<std::size_t>(std::ranges::find(fixture_.entries, seated[seat]) -
                                     fixture_.entries.begin())] += game.points[seat];
    if (++games_ % sums_.games_a_deal() != 0) return;
    sums_.add(deal_);
    std::ranges::fill(deal_, 0);
  }
  rating::DealSums sums() && { return std::move(sums_); }

 private:
  const tournament::Fixture& fixture_;
  rating::DealSums sums_;
  std::vector<std::int64_t> deal_;
  int games_ = 0;
};

// Returns whether games of more than two decide.
bool has_orders(const arena::Contest& contest, const arena::ContestReport& report) {
  return tournament::traits_of(contest.plan.format).one_game_for_all &&
         report.concluded.field.size() > 2;
}

// Adds what only single games tell.
void add_games(Summary& summary, const StoredContest& stored) {
  const arena::Contest& contest = summary.contest;
  bool has_amounts = contest.plan.by_unit;
  const bool orders_count = !has_amounts && has_orders(contest, summary.report);
  Orders orders;
  std::vector<rating::DealSums> deals;
  for (const Result& result : summary.report.concluded.standings.results) {
    if (result.fixture.stage != Stage::main) continue;
    const play::Batch batch = batch_of(contest, result.fixture);
    summary.seats.resize(std::max(summary.seats.size(), result.fixture.entries.size()));
    Amounts amounts(result.fixture);
    std::uint32_t number = result.fixture.first_game;
    const std::vector<play::GameResult> games = stored.results(result.fixture);
    has_amounts = has_amounts && games.size() == result.fixture.games;
    for (const play::GameResult& game : games) {
      const std::uint32_t of = number++;
      play::add_game(summary.seats, game, 0);
      if (!has_amounts && !orders_count) continue;
      const std::vector<EntryId> seated = by_seat(result.fixture, batch, of);
      if (orders_count) orders.add(game, seated);
      if (has_amounts) amounts.add(game, seated);
    }
    if (has_amounts) deals.push_back(std::move(amounts).sums());
  }
  if (!summary.seats.empty() && summary.seats[0].games == 0) summary.seats.clear();
  if (orders_count) summary.ratings = orders.ratings(contest.entrants.size());
  if (has_amounts) summary.leads = rating::leads(contest.entrants.size(), deals);
}

std::pair<std::string, std::string> names_of(const arena::Contest& contest, const Result& result) {
  return {contest.name_of(result.fixture.entries[0]), contest.name_of(result.fixture.entries[1])};
}

// A repeated game tells nothing new, so the distinct games of a pair count, all at its first
// fixture; where they are not known, all games do.
rating::Ratings ratings_of_pairs(const arena::Contest& contest, const arena::ContestReport& report,
                                 const Pairs& pairs) {
  std::vector<rating::PairCount> counts;
  std::set<std::pair<EntryId, EntryId>> counted;
  for (const Result& result : report.concluded.standings.results) {
    if (result.fixture.stage != Stage::main || result.fixture.entries.size() != 2) continue;
    const Tally& a = result.tallies[0];
    if (const auto& distinct = pairs.at(names_of(contest, result)).distinct) {
      const auto [first, second] = std::pair(result.fixture.entries[0], result.fixture.entries[1]);
      if (counted.emplace(first, second).second)
        counts.push_back({static_cast<std::size_t>(first), static_cast<std::size_t>(second),
                          (*distinct)[2], (*distinct)[1], (*distinct)[0]});
      continue;
    }
    counts.push_back({static_cast<std::size_t>(result.fixture.entries[0]),
                      static_cast<std::size_t>(result.fixture.entries[1]), a.won, a.tied,
                      a.lost()});
  }
  return rating::bradley_terry(contest.entrants.size(), counts);
}

// Counts each trace once. nullopt if there is not one for each game.
std::optional<rating::Trinomial> distinct(std::vector<tournament::GameTrace> traces,
                                          std::int64_t games) {
  if (games == 0 || traces.size() != static_cast<std::size_t>(games)) return std::nullopt;
  std::ranges::sort(traces);
  const auto repeated = std::ranges::unique(traces);
  traces.erase(repeated.begin(), repeated.end());
  rating::Trinomial counts{};
  for (const tournament::GameTrace trace : traces)
    ++counts.at(static_cast<std::size_t>(tournament::half_points_of(trace)));
  return counts;
}

Pairs pairs_of(const arena::Contest& contest, const arena::ContestReport& report) {
  Pairs pairs;
  std::map<Pairs::key_type, std::vector<tournament::GameTrace>> traces;
  for (const Result& result : report.concluded.standings.results) {
    if (result.fixture.stage != Stage::main || result.fixture.entries.size() != 2) continue;
    Pair& pair = pairs[names_of(contest, result)];
    pair.a.add(result.tallies[0]);
    pair.b.add(result.tallies[1]);
    auto& all = traces[names_of(contest, result)];
    all.insert(all.end(), result.traces.begin(), result.traces.end());
  }
  for (auto& [names, pair] : pairs)
    pair.distinct = distinct(std::move(traces[names]), pair.a.games);
  return pairs;
}

}  // namespace

std::optional<Strength> Summary::strength_of(EntryId entry) const {
  const auto bot = static_cast<std::size_t>(entry);
  if (contest.plan.by_unit) {
    if (bot >= leads.size() || !leads[bot]) return std::nullopt;
    return Strength{leads[bot]->lead, leads[bot]->margin, leads[bot]->group};
  }
  const auto rating = ratings ? ratings->of(bot) : std::nullopt;
  return rating ? std::optional(Strength{rating->elo, rating->margin, rating->group})
                : std::nullopt;
}

std::optional<std::string> Summary::shown_seed() const {
  if (contest.seed.is_secret() && (!report.complete || contest.seed_is_sealed)) return std::nullopt;
  return contest.seed.text();
}

std::optional<std::string> Summary::commitment() const {
  return contest.seed.is_secret() ? std::optional(contest.seed.commitment()) : std::nullopt;
}

std::int64_t Summary::games() const {
  std::int64_t games = 0;
  for (const Result& result : report.concluded.standings.results) games += result.fixture.games;
  return games;
}

std::optional<std::int64_t> Pair::distinct_games() const {
  if (!distinct) return std::nullopt;
  return std::accumulate(distinct->begin(), distinct->end(), std::int64_t{0});
}

std::optional<std::int64_t> Summary::distinct_games() const {
  std::optional<std::int64_t> all;
  for (const auto& [names, pair] : pairs) {
    if (!pair.distinct) return std::nullopt;
    all = all.value_or(0) + *pair.distinct_games();
  }
  return all;
}

const Tally* Summary::tally(const std::string& bot, const std::string& other) const {
  const auto pair = pairs.find(std::minmax(bot, other));
  if (pair == pairs.end()) return nullptr;
  return bot < other ? &pair->second.a : &pair->second.b;
}

Summary summary_of(const arena::Contest& contest, std::string name,
                   const arena::ContestReport& report) {
  Summary summary{contest, report, std::move(name), nullptr, pairs_of(contest, report), {}};
  if (!has_orders(contest, report) && !contest.plan.by_unit)
    summary.ratings = ratings_of_pairs(contest, report, summary.pairs);
  return summary;
}

Summary summary_of(const StoredContest& stored, const arena::ContestReport& report) {
  Summary summary = summary_of(stored.contest, stored.name, report);
  summary.stored = &stored;
  add_games(summary, stored);
  return summary;
}

double mean(const Tally& tally) {
  return tally.games == 0 ? 0 : static_cast<double>(tally.sum) / static_cast<double>(tally.games);
}

double share(const Tally& tally) {
  return tally.games == 0 ? 0
                          : (static_cast<double>(tally.won) + static_cast<double>(tally.tied) / 2) /
                                static_cast<double>(tally.games);
}

rating::PairScore score(const Tally& tally) {
  return rating::score(rating::Trinomial{tally.lost(), tally.tied, tally.won});
}

}  // namespace hilltop::report
