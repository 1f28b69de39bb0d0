#include "tournament/standings.hpp"

#include <algorithm>

#include "rating/ranking.hpp"
#include "tournament/plan.hpp"

namespace hilltop::tournament {
namespace {

// Returns what ranks contestants by their play-offs for the first place, round by round: the one
// that stayed in longer, or did better in the last round of both, ranks higher.
rating::RankingKey play_off_key(const Standings& standings, EntryId entry, const Plan& plan) {
  rating::RankingKey by_round;  // whether it stayed in, and its points
  std::uint32_t round_game = 0;
  bool first = true;
  for (const Result& result : standings.results) {
    if (result.fixture.stage != Stage::play_off) continue;
    if (first || result.fixture.first_game != round_game) by_round.insert(by_round.end(), {0, 0});
    first = false;
    round_game = result.fixture.first_game;
    if (std::ranges::find(result.fixture.entries, entry) == result.fixture.entries.end()) continue;
    by_round[by_round.size() - 2] = 1;
    by_round.back() += points_of(plan, result.of(entry));
  }
  return by_round;
}

rating::RankingKey place_key(const std::vector<EntryId>& places, EntryId entry) {
  return {-(std::ranges::find(places, entry) - places.begin())};
}

// Returns the sum of the points of the opponents of `entry`; a bye counts as an opponent with the
// same points as `entry`.
std::int64_t buchholz(const Standings& standings, const std::vector<Row>& rows, EntryId entry) {
  const auto points_of = [&](EntryId of) {
    return std::ranges::find(rows, of, &Row::entry)->points;
  };
  std::int64_t sum = 0;
  for (const Round& round : standings.rounds) {
    if (round.bye == entry) sum += points_of(entry);
    for (const Meeting& meeting : round.meetings) {
      if (meeting.a == entry) sum += points_of(meeting.b);
      if (meeting.b == entry) sum += points_of(meeting.a);
    }
  }
  return sum;
}

// Converts totals over unequal numbers of meetings or games into comparable keys: the whole part of
// the average, then the remainder as a number of `parts_`.
class Average {
 public:
  Average(const std::vector<Row>& rows, const Row& row, const Plan& plan, bool complete) {
    if (!complete) {
      over_ = row.tally.games;
      parts_ = 1'000'000;
    } else if (plan.format == Format::gauntlet) {
      const auto challenges = [&](const Row& of) {
        return std::ranges::find(plan.challengers, of.entry) != plan.challengers.end();
      };
      const std::int64_t challengers = std::ranges::count_if(rows, challenges);
      const auto others = static_cast<std::int64_t>(rows.size()) - challengers;
      over_ = challenges(row) ? others : challengers;
      parts_ = others * challengers;
    }
  }
  void add(rating::RankingKey& key, std::int64_t collected) const {
    if (over_ == 0) return;  // no meetings
    const std::int64_t rest = (collected % over_ + over_) % over_;
    key.push_back((collected - rest) / over_);
    key.push_back(rest * parts_ / over_);
  }

 private:
  std::int64_t over_ = 1, parts_ = 1;
};

rating::RankingKey ranking_key(const Standings& standings, const std::vector<Row>& rows,
                               const Row& row, const Plan& plan, bool complete) {
  const Average average(rows, row, plan, complete);
  rating::RankingKey key;
  average.add(key, row.points);
  for (const TieBreak tie_break : plan.tie_breaks) {
    switch (tie_break) {
      case TieBreak::buchholz: key.push_back(buchholz(standings, rows, row.entry)); break;
      case TieBreak::won: average.add(key, row.tally.won); break;
      case TieBreak::sum: average.add(key, row.tally.sum); break;
      case TieBreak::earlier: key.push_back(-row.entry); break;
      case TieBreak::play_off:
        for (const std::int64_t part : play_off_key(standings, row.entry, plan))
          key.push_back(part);
    }
  }
  return key;
}

}  // namespace

Tally Standings::total(EntryId entry, Stage stage) const {
  Tally total;
  for (const Result& result : results) {
    if (result.fixture.stage != stage) continue;
    if (std::ranges::find(result.fixture.entries, entry) != result.fixture.entries.end())
      total.add(result.of(entry));
  }
  return total;
}

std::int64_t points_of(const Plan& plan, const Tally& games) {
  return plan.by_unit ? games.sum : plan.points.of(games.won, games.tied, games.lost());
}

std::int64_t lead(const Plan& plan, const Tally& a, const Tally& b) {
  if (plan.by_unit) return a.sum - b.sum;
  return a.won == b.won && plan.sum_decides_sets ? a.sum - b.sum : a.won - b.won;
}

std::int64_t swiss_points(const Standings& standings, EntryId entry,
                          const rating::PointRule& points) {
  std::int64_t won = 0, tied = 0, lost = 0;
  for (const Round& round : standings.rounds) {
    won += round.bye == entry;
    for (const Meeting& meeting : round.meetings) {
      if (meeting.a != entry && meeting.b != entry) continue;
      won += meeting.winner == entry;
      tied += !meeting.winner;
      lost += meeting.winner && meeting.winner != entry;
    }
  }
  return points.of(won, tied, lost);
}

std::vector<Row> table(const Standings& standings, const std::vector<EntryId>& field,
                       const Plan& plan, bool complete) {
  std::vector<Row> rows;
  for (const EntryId entry : field) {
    const Tally tally = standings.total(entry);
    const std::int64_t points = plan.format == Format::swiss && complete
                                    ? swiss_points(standings, entry, plan.points)
                                    : points_of(plan, tally);
    rows.push_back({entry, 0, points, tally});
  }
  std::vector<rating::RankingKey> keys;
  for (const Row& row : rows)
    keys.push_back(standings.places.empty() ? ranking_key(standings, rows, row, plan, complete)
                                            : place_key(standings.places, row.entry));
  std::vector<Row> ranked;
  for (const rating::Placed& placed : rating::ranking(keys)) {
    ranked.push_back(rows[placed.row]);
    ranked.back().rank = placed.rank;
  }
  return ranked;
}

}  // namespace hilltop::tournament
