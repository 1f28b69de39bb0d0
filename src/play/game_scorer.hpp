#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "match/session.hpp"
#include "play/batch.hpp"
#include "play/conditions.hpp"
#include "play/game_results.hpp"
#include "play/module_parts.hpp"
#include "play/played.hpp"

namespace hilltop::play {

// Appends what a digest covers of a game: the points of every seat, the number of decisions, and
// the seats that left.
template <class R>
void put_result(std::vector<std::uint8_t>& bytes, const Session<R>& session, std::size_t seats) {
  const Points points = session.points();
  for (std::size_t seat = 0; seat < seats; ++seat)
    put_points(bytes, points[static_cast<int>(seat)]);
  put_number(bytes, static_cast<std::uint64_t>(session.decisions()));
  put_number(bytes, session.retired());
}

// Adds the games of a batch to its result as they end.
template <class E>
class GameScorer {
  using R = typename E::Rules;

 public:
  // `observer`: may be null.
  GameScorer(const Batch& batch, const Conditions& conditions, const Observer* observer)
      : batch_(batch), conditions_(conditions), observer_(observer) {}

  // `steps`: as StepLog has them; empty if the batch keeps no records.
  void add(const SeatedGame& game, const Session<R>& session, const std::string& steps,
           const TraceObserver<E>& trace, BatchResult& result) const {
    ++result.games;
    const std::int64_t before_game = half_points(result);
    add_to_tallies(game, session, result.tallies);
    if constexpr (HasTrace<E>)
      if (game.entrants.size() == 2)
        result.traces.push_back(
            tournament::game_trace({trace.trace.value(), game.entrants.front(), session.retired()},
                                   static_cast<int>(half_points(result) - before_game)));
    const std::size_t before = result.bytes.size();
    put_result(result.bytes, session, game.entrants.size());
    if (batch_.records)
      result.records.push_back(
          {game.number,
           steps,
           {result.bytes.begin() + static_cast<std::ptrdiff_t>(before), result.bytes.end()}});
    if (!session.faults().empty()) [[unlikely]]
      note_faults(game, session.faults(), result);
    if (batch_.records)
      result.records.back().faults = faults_of_game(result.fault_counts, game.number);
    if (observer_ != nullptr && observer_->game_over) observer_->game_over(report(game, session));
  }

 private:
  static void add_to_tallies(const SeatedGame& game, const Session<R>& session,
                             std::vector<tournament::Tally>& tallies) {
    const Points points = session.points();
    const auto left = [&](std::size_t seat) { return (session.retired() >> seat & 1) != 0; };
    int top = std::numeric_limits<int>::min(), on_top = 0;
    for (std::size_t seat = 0; seat < game.entrants.size(); ++seat) {
      if (left(seat)) continue;
      const int p = points[static_cast<int>(seat)];
      if (p > top) on_top = 0;
      if (p >= top) ++on_top;
      top = std::max(top, p);
    }
    for (std::size_t seat = 0; seat < game.entrants.size(); ++seat) {
      const int p = points[static_cast<int>(seat)];
      const bool first = p == top && !left(seat);
      tournament::Tally& tally = tallies[game.entrants[seat]];
      ++tally.games;
      tally.won += first && on_top == 1;
      tally.tied += first && on_top > 1;
      tally.sum += p;
      tally.best = std::max(p, tally.best.value_or(p));
    }
  }

  // Returns the first entrant's score so far, in half points.
  static std::int64_t half_points(const BatchResult& result) {
    return 2 * result.tallies.front().won + result.tallies.front().tied;
  }

  void note_faults(const SeatedGame& game, const std::vector<SeatFault>& faults,
                   BatchResult& result) const {
    for (const SeatFault& fault : faults) {
      const std::size_t i = game.entrants[static_cast<std::size_t>(index(fault.seat))];
      conditions_.host.tell(batch_.entrants[i]->name, fault.fault);
      tournament::FaultNote note{static_cast<tournament::EntryId>(i), game.number, fault.fault};
      if (conditions_.faults.cost_of(fault.fault.kind) == Sanction::disqualify &&
          !result.disqualified)
        result.disqualified = note;
      result.add(std::move(note));
    }
  }

  static GameReport report(const SeatedGame& game, const Session<R>& session) {
    GameReport report{
        game.number, {game.entrants.begin(), game.entrants.end()}, {}, {}, session.faults()};
    const Points points = session.points();
    for (std::size_t seat = 0; seat < game.entrants.size(); ++seat) {
      report.points.push_back(points[static_cast<int>(seat)]);
      report.figures.push_back(
          figures_of<E>(session.state(), Seat(static_cast<std::uint8_t>(seat))));
    }
    return report;
  }

  const Batch& batch_;
  const Conditions& conditions_;
  const Observer* observer_;
};

}  // namespace hilltop::play
