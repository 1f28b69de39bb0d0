#include "report/summary.hpp"

#include <algorithm>

#include "rating/bradley_terry.hpp"
#include "rating/plackett_luce.hpp"
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
Order order_of(const arena::GameResult& game, const std::vector<EntryId>& seated) {
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

rating::Ratings ratings_of_orders(const StoredContest& stored, const arena::ContestReport& report) {
  std::map<Order, std::int64_t> games;
  for (const Result& result : report.concluded.standings.results) {
    if (result.fixture.stage != Stage::main) continue;
    std::vector<const arena::Entrant*> entrants;
    const arena::Batch batch = batch_of(stored.contest, result.fixture, entrants);
    std::uint32_t number = result.fixture.first_game;
    for (const arena::GameResult& game : stored.results(result.fixture))
      ++games[order_of(game, by_seat(result.fixture, batch, number++))];
  }
  std::vector<rating::Ranking> orders;
  for (const auto& [order, count] : games) orders.push_back({order, count});
  return rating::plackett_luce(stored.contest.entrants.size(), orders);
}

rating::Ratings ratings_of_pairs(const arena::Contest& contest,
                                 const arena::ContestReport& report) {
  std::vector<rating::PairCount> counts;
  for (const Result& result : report.concluded.standings.results) {
    if (result.fixture.stage != Stage::main || result.fixture.entries.size() != 2) continue;
    const Tally& a = result.tallies[0];
    counts.push_back({static_cast<std::size_t>(result.fixture.entries[0]),
                      static_cast<std::size_t>(result.fixture.entries[1]), a.won, a.tied,
                      a.lost()});
  }
  return rating::bradley_terry(contest.entrants.size(), counts);
}

// Returns whether games of more than two decide.
bool has_orders(const arena::Contest& contest, const arena::ContestReport& report) {
  return tournament::traits_of(contest.plan.format).one_game_for_all &&
         report.concluded.field.size() > 2;
}

Pairs pairs_of(const arena::Contest& contest, const arena::ContestReport& report) {
  Pairs pairs;
  for (const Result& result : report.concluded.standings.results) {
    if (result.fixture.stage != Stage::main || result.fixture.entries.size() != 2) continue;
    Pair& pair = pairs[{contest.name_of(result.fixture.entries[0]),
                        contest.name_of(result.fixture.entries[1])}];
    pair.a.add(result.tallies[0]);
    pair.b.add(result.tallies[1]);
  }
  return pairs;
}

}  // namespace

std::int64_t Summary::games() const {
  std::int64_t games = 0;
  for (const Result& result : report.concluded.standings.results) games += result.fixture.games;
  return games;
}

const Tally* Summary::tally(const std::string& bot, const std::string& other) const {
  const auto pair = pairs.find(std::minmax(bot, other));
  if (pair == pairs.end()) return nullptr;
  return bot < other ? &pair->second.a : &pair->second.b;
}

Summary summary_of(const arena::Contest& contest, std::string name,
                   const arena::ContestReport& report) {
  Summary summary{contest, report, std::move(name), nullptr, pairs_of(contest, report), {}};
  if (!has_orders(contest, report)) summary.ratings = ratings_of_pairs(contest, report);
  return summary;
}

Summary summary_of(const StoredContest& stored, const arena::ContestReport& report) {
  Summary summary = summary_of(stored.contest, stored.name, report);
  summary.stored = &stored;
  if (!summary.ratings) summary.ratings = ratings_of_orders(stored, report);
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

}  // namespace hilltop::report
