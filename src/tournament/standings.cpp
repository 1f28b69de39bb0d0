#include "tournament/standings.hpp"

#include <algorithm>

namespace hilltop::tournament {
namespace {

// Returns what ranks contestants by their play-offs for the first place, round by round: the one
// that stayed in longer, or did better in the last round of both, ranks higher.
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
    const Tally& tally = result.of(entry);
    points_by_round.back() += 1 + rule.of(tally.won, tally.tied, tally.lost());
  }
  return points_by_round;
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

// Converts totals over unequal numbers of meetings into comparable keys: the whole part of the
// average per meeting, then the remainder as a fraction over both numbers.
class Share {
 public:
  Share(const std::vector<Row>& rows, EntryId entry, const Plan& plan) {
    if (plan.format != Format::gauntlet) return;
    const auto challenges = [&](EntryId who) {
      return std::ranges::find(plan.challengers, who) != plan.challengers.end();
    };
    const std::int64_t challengers =
        std::ranges::count_if(rows, [&](const Row& row) { return challenges(row.entry); });
    const auto others = static_cast<std::int64_t>(rows.size()) - challengers;
    meetings_ = challenges(entry) ? others : challengers;
    of_the_others_ = challenges(entry) ? challengers : others;
  }
  void add(rating::RankingKey& key, std::int64_t collected) const {
    if (meetings_ == 0) return;  // no meetings
    const std::int64_t rest = (collected % meetings_ + meetings_) % meetings_;
    key.push_back((collected - rest) / meetings_);
    key.push_back(rest * of_the_others_);
  }

 private:
  std::int64_t meetings_ = 1, of_the_others_ = 1;
};

rating::RankingKey ranking_key(const Standings& standings, const std::vector<Row>& rows,
                               const Row& row, const Plan& plan) {
  const Share share(rows, row.entry, plan);
  rating::RankingKey key;
  share.add(key, row.points);
  for (const TieBreak tie_break : plan.tie_breaks) {
    switch (tie_break) {
      case TieBreak::buchholz: key.push_back(buchholz(standings, rows, row.entry)); break;
      case TieBreak::won: share.add(key, row.tally.won); break;
      case TieBreak::sum: share.add(key, row.tally.sum); break;
      case TieBreak::earlier: key.push_back(-row.entry); break;
      case TieBreak::play_off:
        for (const std::int64_t points : play_off_key(standings, row.entry, plan.points))
          key.push_back(points);
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

std::int64_t lead(const Plan& plan, const Tally& a, const Tally& b) {
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
                       const Plan& plan) {
  std::vector<Row> rows;
  for (const EntryId entry : field) {
    const Tally tally = standings.total(entry);
    const std::int64_t points = plan.format == Format::swiss
                                    ? swiss_points(standings, entry, plan.points)
                                    : plan.points.of(tally.won, tally.tied, tally.lost());
    rows.push_back({entry, 0, points, tally});
  }
  std::vector<rating::RankingKey> keys;
  for (const Row& row : rows)
    keys.push_back(standings.places.empty() ? ranking_key(standings, rows, row, plan)
                                            : place_key(standings.places, row.entry));
  std::vector<Row> ranked;
  for (const rating::Placed& placed : rating::ranking(keys)) {
    ranked.push_back(rows[placed.row]);
    ranked.back().rank = placed.rank;
  }
  return ranked;
}

}  // namespace hilltop::tournament
