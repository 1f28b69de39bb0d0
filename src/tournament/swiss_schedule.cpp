#include "tournament/swiss_schedule.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "tournament/canonical.hpp"

namespace hilltop::tournament {
namespace {

std::size_t rounds_of_cup(std::size_t bots) {
  return static_cast<std::size_t>(std::bit_width(std::bit_ceil(bots)) - 1);
}

}  // namespace

SwissSchedule::SwissSchedule(const Plan& plan, Field field)
    : plan_(plan),
      field_(std::move(field)),
      rounds_(plan.swiss_rounds > 0 ? static_cast<std::size_t>(plan.swiss_rounds)
                                    : rounds_of_cup(field_.entries.size())),
      met_(field_.entries.size(), std::vector<int>(field_.entries.size(), 0)),
      openings_(field_.entries.size()) {}

std::vector<Fixture> SwissSchedule::next_round(Standings& so_far) {
  count(so_far);
  if (so_far.rounds.size() == rounds_ || field_.entries.size() < 2) return {};
  return pair_up(so_far);
}

void SwissSchedule::count(Standings& so_far) {
  if (counted_ == so_far.results.size()) return;
  for (Meeting& meeting : playing_.meetings) {
    const std::vector<EntryId> both = sorted(field_, {meeting.a, meeting.b});
    const auto result = std::ranges::find(
        so_far.results.begin() + static_cast<std::ptrdiff_t>(counted_), so_far.results.end(), both,
        [](const Result& r) -> const auto& { return r.fixture.entries; });
    const Tally &a = result->of(meeting.a), &b = result->of(meeting.b);
    meeting.a_score = plan_.by_unit ? a.sum : a.won;
    meeting.b_score = plan_.by_unit ? b.sum : b.won;
    if (const std::int64_t ahead = lead(plan_, a, b); ahead != 0)
      meeting.winner = ahead > 0 ? meeting.a : meeting.b;
  }
  counted_ = so_far.results.size();
  so_far.rounds.push_back(std::exchange(playing_, {}));
}

std::vector<Fixture> SwissSchedule::pair_up(const Standings& so_far) {
  std::vector<std::int64_t> points;
  for (const EntryId entry : field_.entries)
    points.push_back(swiss_points(so_far, entry, plan_.points));
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t i) { return points[i]; });
  const Pairing pairing = pair(order, points);
  if (pairing.bye) {
    const std::size_t i = order[*pairing.bye];
    ++met_[i][i];
    playing_.bye = entry(i);
  }
  std::vector<Fixture> round;
  for (const auto& [better, other] : pairing.pairs)
    round.push_back(fixture(order[better], order[other], round.size() % 2 == 0));
  sort_round(field_, round);
  return round;
}

Pairing SwissSchedule::pair(const std::vector<std::size_t>& order,
                            const std::vector<std::int64_t>& points) const {
  std::vector<std::int64_t> points_in_order;
  Met met;
  for (const std::size_t i : order) {
    points_in_order.push_back(points[i]);
    met.emplace_back();
    for (const std::size_t j : order) met.back().push_back(met_[i][j]);
  }
  return swiss_pairing(points_in_order, met);
}

Fixture SwissSchedule::fixture(std::size_t a, std::size_t b, bool a_by_lot) {
  playing_.meetings.push_back({entry(a), entry(b)});
  const auto first_game = static_cast<std::uint32_t>(met_[a][b]) * plan_.games;
  met_[b][a] = ++met_[a][b];
  const bool a_opens = opens(openings_[a], openings_[b], a_by_lot);
  for (const auto& [i, opened] : {std::pair(a, a_opens), std::pair(b, !a_opens)}) {
    openings_[i].balance += opened ? 1 : -1;
    openings_[i].last = opened;
  }
  return {.entries = sorted(field_, {entry(a), entry(b)}),
          .first_game = first_game,
          .games = plan_.games,
          .mirrored = plan_.mirrored,
          .opens = entry(a_opens ? a : b)};
}

bool SwissSchedule::opens(const Openings& a, const Openings& b, bool a_by_lot) {
  if (a.balance != b.balance) return a.balance < b.balance;
  return a.last != b.last ? b.last : a_by_lot;
}

}  // namespace hilltop::tournament
