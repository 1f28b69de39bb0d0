#pragma once
#include <utility>
#include <vector>

#include "tournament/canonical.hpp"
#include "tournament/plan.hpp"

namespace hilltop::tournament {

// Schedules meetings of several sets, round by round as a Bracket (Cup or Hill) has them. No two
// contestants meet twice.
template <class Bracket>
class SetsSchedule final : public Schedule {
 public:
  SetsSchedule(const Plan& plan, Field field, Bracket bracket)
      : plan_(plan), field_(std::move(field)), bracket_(std::move(bracket)) {}

  std::vector<Fixture> next_round(Standings& so_far) override {
    count_sets(so_far);
    while (!bracket_.over() && bracket_.round_is_over()) {
      so_far.rounds.push_back({bracket_.meetings(), {}});
      bracket_.next_round();
    }
    if (bracket_.over()) {
      so_far.places = bracket_.places();
      return {};
    }
    return sets();
  }

 private:
  // Returns the next set of each undecided meeting.
  std::vector<Fixture> sets() {
    std::vector<Fixture> round;
    const auto first_game = static_cast<std::uint32_t>(sets_played_) * plan_.games;
    for (const Meeting& meeting : bracket_.meetings())
      if (!meeting.winner)
        round.push_back({.entries = sorted(field_, {meeting.a, meeting.b}),
                         .first_game = first_game,
                         .games = plan_.games,
                         .mirrored = plan_.mirrored,
                         .opens = {}});
    sort_round(field_, round);
    ++sets_played_;
    return round;
  }

  void count_sets(const Standings& so_far) {
    for (; counted_ < so_far.results.size(); ++counted_) {
      const Result& set = so_far.results[counted_];
      for (Meeting& meeting : bracket_.meetings())
        if (sorted(field_, {meeting.a, meeting.b}) == set.fixture.entries) count(meeting, set);
    }
    if (bracket_.over() || !bracket_.round_is_over()) return;
    sets_played_ = 0;
  }

  void count(Meeting& meeting, const Result& set) const {
    const std::int64_t ahead = lead(plan_, set.of(meeting.a), set.of(meeting.b));
    if (ahead > 0) ++meeting.a_score;
    if (ahead < 0) ++meeting.b_score;
    const bool last = sets_played_ == sets_max;
    if (meeting.a_score == plan_.sets_to_win || (last && meeting.a_score >= meeting.b_score))
      meeting.winner = meeting.a;
    else if (meeting.b_score == plan_.sets_to_win || last)
      meeting.winner = meeting.b;
  }

  Plan plan_;
  Field field_;
  Bracket bracket_;
  std::size_t counted_ = 0;
  int sets_played_ = 0;
};

}  // namespace hilltop::tournament
