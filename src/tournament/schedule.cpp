#include "tournament/schedule.hpp"

#include <algorithm>

#include "tournament/cup.hpp"

namespace hilltop::tournament {
namespace {

bool by_name(const Field& field, EntryId a, EntryId b) {
  return field.names[static_cast<std::size_t>(a)] < field.names[static_cast<std::size_t>(b)];
}

std::vector<EntryId> sorted(const Field& field, std::vector<EntryId> entries) {
  std::ranges::sort(entries, [&](EntryId a, EntryId b) { return by_name(field, a, b); });
  return entries;
}

// Everyone in every game, or every pair: one round, and play-offs among those who tie for the first
// place if the contest asks for them.
class AllMeet final : public Schedule {
 public:
  AllMeet(const Plan& plan, Field field) : plan_(plan), field_(std::move(field)) {}

  std::vector<Fixture> next_round(Standings& so_far) override {
    if (static_cast<int>(field_.entries.size()) < plan_.seats_fewest) return {};
    if (so_far.results.empty()) return fixtures(field_.entries, 0, plan_.games, Stage::main);
    if (plan_.tie_break != TieBreak::play_off || play_off_games_ == play_off_games_most) return {};
    const std::vector<Row> rows = table(so_far, field_.entries, plan_.points, plan_.tie_break);
    std::vector<EntryId> leaders;
    for (const Row& row : rows)
      if (row.rank == 1) leaders.push_back(row.entry);
    if (leaders.size() < 2) return {};
    const std::uint32_t games = plan_.format == Format::everyone ? 1 : 2;
    const std::uint32_t first = plan_.games + play_off_games_;
    play_off_games_ += games;
    return fixtures(leaders, first, games, Stage::play_off);
  }

 private:
  std::vector<Fixture> fixtures(const std::vector<EntryId>& among, std::uint32_t first_game,
                                std::uint32_t games, Stage stage) const {
    const std::vector<EntryId> entries = sorted(field_, among);
    if (plan_.format == Format::everyone) return {{entries, first_game, games, stage}};
    std::vector<Fixture> round;
    for (std::size_t a = 0; a < entries.size(); ++a)
      for (std::size_t b = a + 1; b < entries.size(); ++b)
        round.push_back({{entries[a], entries[b]}, first_game, games, stage});
    return round;
  }

  Plan plan_;
  Field field_;
  std::uint32_t play_off_games_ = 0;
};

// A cup: round after round of the bracket, set after set of its meetings.
class CupSchedule final : public Schedule {
 public:
  CupSchedule(const Plan& plan, Field field)
      : plan_(plan), field_(std::move(field)), cup_(field_.entries) {}

  std::vector<Fixture> next_round(Standings& so_far) override {
    count_sets(so_far);
    while (!cup_.over() && cup_.round_is_over()) {
      so_far.rounds.push_back(cup_.meetings());
      cup_.next_round();
    }
    if (cup_.over()) {
      so_far.places = cup_.places();
      return {};
    }
    return sets();
  }

 private:
  // The next set of each meeting that is still open.
  std::vector<Fixture> sets() {
    std::vector<Fixture> round;
    const auto first_game = static_cast<std::uint32_t>(sets_played_) * plan_.games;
    for (const Meeting& meeting : cup_.meetings())
      if (!meeting.winner)
        round.push_back({sorted(field_, {meeting.a, meeting.b}), first_game, plan_.games});
    std::ranges::sort(round, [&](const Fixture& x, const Fixture& y) {
      return by_name(field_, x.entries[0], y.entries[0]);  // nobody sits in two meetings of a round
    });
    ++sets_played_;
    return round;
  }

  void count_sets(const Standings& so_far) {
    for (; counted_ < so_far.results.size(); ++counted_) {
      const Result& set = so_far.results[counted_];
      for (Meeting& meeting : cup_.meetings())
        if (sorted(field_, {meeting.a, meeting.b}) == set.fixture.entries) count(meeting, set);
    }
    if (cup_.over() || !cup_.round_is_over()) return;
    sets_played_ = 0;
  }

  void count(Meeting& meeting, const Result& set) const {
    const Line &a = set.of(meeting.a), &b = set.of(meeting.b);
    const bool by_sum = a.won == b.won && plan_.sum_decides_sets;
    const auto ahead = by_sum ? a.sum - b.sum : a.won - b.won;
    if (ahead > 0) ++meeting.a_sets;
    if (ahead < 0) ++meeting.b_sets;
    const bool last = sets_played_ == sets_most;
    if (meeting.a_sets == sets_to_win || (last && meeting.a_sets >= meeting.b_sets))
      meeting.winner = meeting.a;
    else if (meeting.b_sets == sets_to_win || last)
      meeting.winner = meeting.b;
  }

  Plan plan_;
  Field field_;
  Cup cup_;
  std::size_t counted_ = 0;
  int sets_played_ = 0;
};

}  // namespace

std::unique_ptr<Schedule> make_schedule(const Plan& plan, Field field) {
  if (plan.format == Format::cup) return std::make_unique<CupSchedule>(plan, std::move(field));
  return std::make_unique<AllMeet>(plan, std::move(field));
}

}  // namespace hilltop::tournament
