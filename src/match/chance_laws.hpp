#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/chance_events.hpp"
#include "core/numbered_outcomes.hpp"
#include "match/session.hpp"
#include "match/text.hpp"

namespace hilltop {

// Compares what fell in many games with its chances. Each outcome of an event has a weight by its
// number; the weight of what fell minus its mean is 0 on average, whatever the players do.
class FallenOutcomes {
 public:
  template <class Event>
  void add(const Event& event) {
    std::array<double, tests> mean{}, square{}, fell{};
    std::uint32_t number = 0;
    event.for_each_outcome([&](double chance, const auto& after) {
      Draw draw = Chance(0, number++).on(0);
      for (std::size_t i = 0; i < tests; ++i) {
        const double weight = draw.word32() * 0x1p-31 - 1;
        mean[i] += chance * weight;
        square[i] += chance * weight * weight;
        if (after == event.after()) fell[i] = weight;
      }
    });
    for (std::size_t i = 0; i < tests; ++i) {
      sum_[i] += fell[i] - mean[i];
      variance_[i] += square[i] - mean[i] * mean[i];
    }
  }

  // Returns the largest of some independent standard scores.
  double deviations() const {
    double most = 0;
    for (std::size_t i = 0; i < tests; ++i)
      most = std::max(most, std::abs(sum_[i]) / std::sqrt(variance_[i]));
    return most;
  }

 private:
  static constexpr std::size_t tests = 8;
  std::array<double, tests> sum_{}, variance_{};
};

// Checks by random play what visible chance owes: it plays as the rules do under the same key, the
// chances of each event sum to one, and what fell is one of the outcomes. Adds all events to
// `fallen`. A seat that is `leaving` leaves the game when it is first asked.
template <class C, Enumerable R, class T, class Expect>
  requires VisibleChance<C, R> && Notation<T, R>
void check_chance(const R& rules, int seats, std::uint64_t seed, FallenOutcomes& fallen,
                  Expect&& expect, int leaving = -1) {
  const Chance chance(seed, 0);
  Draw pick = Chance(~seed, 0).on(3);
  const auto tell = [&](const typename C::Event& event) {
    double sum = 0;
    int fell = 0;
    event.for_each_outcome([&](double chance_of_it, const typename C::Node& after) {
      expect(chance_of_it > 0, "an outcome is possible");
      sum += chance_of_it;
      fell += after == event.after();
    });
    expect(std::abs(sum - 1) < 1e-12, "the chances of an event sum to one");
    expect(fell == 1, "what fell is one of the outcomes");
    fallen.add(event);
  };
  Session<R> session(rules, seats, chance);
  State<R> state = C::start(rules, seats, chance, tell);
  const auto expect_the_same = [&] {
    for (int seat = 0; seat < seats; ++seat) {
      const auto of = Seat(static_cast<std::uint8_t>(seat));
      expect(T::write(rules.view(state, of)) == T::write(session.view(of)),
             "chance in steps is that of the rules");
    }
    expect(rules.turn(state) == rules.turn(session.state()), "the same seat is asked");
  };
  expect_the_same();
  while (const ToMove seat = session.pending()) {
    if (index(*seat) == leaving) {
      session.retire(*seat);
      C::retire(rules, state, *seat, chance, tell);
    } else {
      const std::vector<Move<R>> legal = rules.legal_moves(session.view(*seat));
      const Move<R> move = legal[pick.below(static_cast<std::uint32_t>(legal.size()))];
      session.play(*seat, move);
      C::apply(rules, state, move, chance, tell);
    }
    expect_the_same();
  }
  expect(rules.points(state) == session.points(), "the points are the same");
}

// What fell in an event, and its chance; 0 if it is not compared.
struct FallenOutcome {
  int number;
  double chance;
};

// Returns the chance of what fell.
template <class Event>
double chance_of_what_fell(const Event& event) {
  double chance = 0;
  event.for_each_outcome([&](double chance_of_it, const auto& after) {
    if (after == event.after()) chance += chance_of_it;
  });
  return chance;
}

// How the same game is recognized whose outcomes are chosen: by the text of its views, from the
// same moves.
template <Enumerable R, class T>
struct SameGame {
  static std::string text(const View<R>& view) { return T::write(view); }
  static Move<R> move(const Move<R>& move, const View<R>& /*of*/, const View<R>& /*in*/) {
    return move;
  }
};

// Checks by random play that choosing what falls under a key gives the game that the rules play
// under it, with the same chances. `tell(event, fell)` adds what an event is as an outcome, if it
// is one, and `begins(state, fell)` what no event of the beginning tells.
template <class C, class O, class Same, Enumerable R, class Tell, class Begins, class Expect>
  requires VisibleChance<C, R> && NumberedOutcomes<O, R>
void check_outcomes(const R& rules, int seats, std::uint64_t seed, const Tell& tell,
                    const Begins& begins, Expect&& expect, int leaving = -1) {
  const Chance chance(seed, 0);
  Draw pick = Chance(~seed, 0).on(4);
  std::vector<FallenOutcome> fell;
  std::size_t next = 0;
  const auto hear = [&](const typename C::Event& event) { tell(event, fell); };
  const auto choose = [&](std::span<const double> chances) {
    expect(std::ssize(chances) == O::count(rules), "each outcome has a chance");
    double sum = 0;
    for (const double each : chances) sum += each;
    expect(std::abs(sum - 1) < 1e-12, "the chances sum to one");
    expect(next < fell.size(), "there are as many events");
    const auto [number, chance_of_it] = fell.at(next++);
    const double here = chances[static_cast<std::size_t>(number)];
    expect(here > 0 && (chance_of_it == 0 || std::abs(here - chance_of_it) < 1e-12),
           "an outcome has its chance");
    return number;
  };
  State<R> state = C::start(rules, seats, chance, hear);
  begins(state, fell);
  State<R> chosen = O::start(rules, seats, choose);
  while (true) {
    expect(next == fell.size(), "there are no other events");
    for (int seat = 0; seat < seats; ++seat) {
      const auto of = Seat(static_cast<std::uint8_t>(seat));
      expect(Same::text(rules.view(state, of)) == Same::text(rules.view(chosen, of)),
             "the game is the same");
    }
    const ToMove seat = rules.turn(state);
    expect(rules.turn(chosen) == seat, "the same seat is asked");
    if (!seat) break;
    fell.clear();
    next = 0;
    if (index(*seat) == leaving) {
      C::retire(rules, state, *seat, chance, hear);
      O::retire(rules, chosen, *seat, choose);
      continue;
    }
    const auto& view = rules.view(state, *seat);
    const std::vector<Move<R>> legal = rules.legal_moves(view);
    const Move<R> move = legal[pick.below(static_cast<std::uint32_t>(legal.size()))],
                  there = Same::move(move, view, rules.view(chosen, *seat));
    C::apply(rules, state, move, chance, hear);
    O::apply(rules, chosen, there, choose);
  }
  expect(rules.points(state) == rules.points(chosen), "the points are the same");
}

}  // namespace hilltop
