#include "tournament/standings.hpp"

#include <algorithm>

namespace hilltop::tournament {
namespace {

// How long a contestant stayed in the play-offs for the first place, and how it fared round by
// round: whoever went on longer, or did better in the last round of both, ranks higher.
rating::RankingKey play_off_key(const Standings& standings, EntryId entry,
                                const rating::PointRule& rule) {
  rating::RankingKey points_by_round;
  std::uint32_t round_game = 0;
  bool first = true;
  for (const Result& result : standings.results) {
    if (result.fixture.stage != Stage::play_off) continue;
    if (first || result.fixture.first_game != round_game) points_by_round.push_back(0);
    first = false;
    round_game = result.fixture.first_game;
    if (std::ranges::find(result.fixture.entries, entry) == result.fixture.entries.end()) continue;
    const Line& line = result.of(entry);
    points_by_round.back() += 1 + rule.of(line.won, line.tied, line.lost());
  }
  return points_by_round;
}

std::size_t place(const std::vector<EntryId>& places, EntryId entry) {
  return static_cast<std::size_t>(std::ranges::find(places, entry) - places.begin());
}

}  // namespace

Line Standings::total(EntryId entry, Stage stage) const {
  Line total;
  for (const Result& result : results) {
    if (result.fixture.stage != stage) continue;
    if (std::ranges::find(result.fixture.entries, entry) != result.fixture.entries.end())
      total.add(result.of(entry));
  }
  return total;
}

std::vector<Row> table(const Standings& standings, const std::vector<EntryId>& field,
                       const rating::PointRule& points, TieBreak tie_break) {
  std::vector<Row> rows;
  std::vector<rating::RankingKey> keys;
  for (const EntryId entry : field) {
    const Line line = standings.total(entry);
    rows.push_back({entry, 0, points.of(line.won, line.tied, line.lost()), line});
    rating::RankingKey key{rows.back().points};
    switch (tie_break) {
      case TieBreak::none: break;
      case TieBreak::play_off: {
        const rating::RankingKey rounds = play_off_key(standings, entry, points);
        key.insert(key.end(), rounds.begin(), rounds.end());
        break;
      }
      case TieBreak::sum: key.push_back(line.sum); break;
      case TieBreak::earlier: key.push_back(-entry); break;
    }
    if (!standings.places.empty())
      key = {-static_cast<std::int64_t>(place(standings.places, entry))};
    keys.push_back(std::move(key));
  }
  std::vector<Row> ranked;
  for (const rating::Placed& placed : rating::ranking(keys)) {
    ranked.push_back(rows[placed.row]);
    ranked.back().rank = placed.rank;
  }
  return ranked;
}

}  // namespace hilltop::tournament
