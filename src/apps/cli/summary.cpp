#include "apps/cli/summary.hpp"

#include <algorithm>

#include "rating/bradley_terry.hpp"
#include "rating/plackett_luce.hpp"

namespace hilltop::cli {

using tournament::EntryId;
using tournament::Result;
using tournament::Stage;
using tournament::Tally;

const std::string& name_of(const arena::Contest& contest, EntryId entry) {
  return contest.entrants[static_cast<std::size_t>(entry)].name;
}

Pairs pairs(const arena::Contest& contest, const arena::ContestReport& report) {
  Pairs pairs;
  for (const Result& result : report.concluded.standings.results) {
    if (result.fixture.stage != Stage::main || result.fixture.entries.size() != 2) continue;
    Pair& pair = pairs[{name_of(contest, result.fixture.entries[0]),
                        name_of(contest, result.fixture.entries[1])}];
    pair.a.add(result.tallies[0]);
    pair.b.add(result.tallies[1]);
  }
  return pairs;
}

namespace {

using Order = std::vector<std::vector<std::size_t>>;  // rating::Ranking::places

// Who came in first, and so on; who left the game shares the last place.
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

}  // namespace

rating::Ratings ratings(const StoredContest& stored, const arena::ContestReport& report) {
  if (stored.contest.plan.format == tournament::Format::everyone &&
      report.concluded.field.size() > 2)
    return ratings_of_orders(stored, report);
  std::vector<rating::PairCount> counts;
  for (const Result& result : report.concluded.standings.results) {
    if (result.fixture.stage != Stage::main || result.fixture.entries.size() != 2) continue;
    const Tally& a = result.tallies[0];
    counts.push_back({static_cast<std::size_t>(result.fixture.entries[0]),
                      static_cast<std::size_t>(result.fixture.entries[1]), a.won, a.tied,
                      a.lost()});
  }
  return rating::bradley_terry(stored.contest.entrants.size(), counts);
}

double mean(const Tally& line) {
  return line.games == 0 ? 0 : static_cast<double>(line.sum) / static_cast<double>(line.games);
}

double share(const Tally& line) {
  return line.games == 0 ? 0
                         : (static_cast<double>(line.won) + static_cast<double>(line.tied) / 2) /
                               static_cast<double>(line.games);
}

}  // namespace hilltop::cli
