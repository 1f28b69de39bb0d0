#pragma once
#include <string>
#include <vector>

#include "match/session.hpp"
#include "match/text.hpp"

namespace hilltop {

// Checks by random play the laws that every game must keep. A new game calls it with one line in
// its tests. `expect(bool, what)` is the test framework's.
template <Enumerable R, class T, class Expect>
  requires Notation<T, R>
void check_laws(const R& rules, int seats, std::uint64_t seed, Expect&& expect) {
  const Chance chance(seed, 0);
  Draw pick = Chance(~seed, 0).on(0);
  const auto legal_move = [&](const View<R>& view) {
    const std::vector<Move<R>> legal = rules.legal_moves(view);
    expect(!legal.empty(), "the seat that is asked can move");
    return legal[pick.below(static_cast<std::uint32_t>(legal.size()))];
  };

  std::vector<std::string> moves, views;
  Session<R> first(rules, seats, chance);
  first.play_through(
      [&](Seat seat, const View<R>& view) -> Move<R> {
        expect(index(seat) < seats, "the seat to act is at the table");
        for (const Move<R>& move : rules.legal_moves(view))
          expect(rules.refusal(view, move).empty(), "an offered move is legal");
        views.push_back(T::write(view));
        return legal_move(view);
      },
      OnPlayed([&](Seat, const Move<R>& move) { moves.push_back(T::write(move)); }));
  expect(first.faults().empty(), "legal play has no faults");
  expect(first.points().size() == seats, "every seat is scored");

  std::size_t next = 0;
  Session<R> again(rules, seats, chance);
  again.play_through([&](Seat, const View<R>& view) -> Reply<R> {
    if (next == moves.size()) return std::unexpected(Fault{FaultKind::crashed, "record ended"});
    expect(T::write(view) == views[next], "seed and moves reproduce every view");
    auto move = T::read(moves[next++]);
    expect(move.has_value(), "a move survives its notation");
    if (!move) return std::unexpected(Fault{FaultKind::malformed, move.error()});
    expect(T::write(*move) == moves[next - 1], "a move is written in one way");
    return *std::move(move);
  });
  expect(again.points() == first.points() && next == moves.size(),
         "seed and moves are the whole record");

  for (int silent = 0; silent < seats; ++silent) {  // Session throws if a retired seat is asked
    Session<R> left(rules, seats, chance);
    left.play_through([&](Seat seat, const View<R>& view) -> Reply<R> {
      if (index(seat) == silent) return std::unexpected(Fault{FaultKind::timeout, ""});
      return legal_move(view);
    });
    expect(left.points().size() == seats, "a game that a seat left is scored");
    expect(left.faults().size() <= 1, "a retired seat is left alone");
  }
}

// Checks, at every decision of a random game, that a view that is read as the wire W writes it is
// the same view: it is written the same, and has the same legal moves.
template <class W, Enumerable R, class Expect>
void check_views(const R& rules, int seats, std::uint64_t seed, Expect&& expect) {
  Draw pick = Chance(~seed, 0).on(2);
  Session<R> session(rules, seats, Chance(seed, 0));
  while (const auto seat = session.pending()) {
    const std::string prompt = W::prompt(session.view(*seat));
    const auto state = W::read(rules, prompt);
    expect(state.has_value(), "a view is read: " + prompt + (state ? "" : ": " + state.error()));
    if (!state) return;
    const ToMove asked = rules.turn(*state);
    expect(static_cast<bool>(asked), "its seat is asked: " + prompt);
    if (!asked) return;
    const View<R>& view = rules.view(*state, *asked);
    expect(W::prompt(view) == prompt, "it is written as it is read: " + prompt);
    const std::vector<Move<R>> legal = rules.legal_moves(session.view(*seat));
    expect(rules.legal_moves(view) == legal, "its legal moves are the same: " + prompt);
    session.play(*seat, legal[pick.below(static_cast<std::uint32_t>(legal.size()))]);
  }
}

// Checks, at every decision of a random game, that a view does not show what its seat may not know.
// `disguise(state, seat, pick)` changes only what `seat` may not know.
template <Enumerable R, class T, class Disguise, class Expect>
  requires Notation<T, R>
void check_secrets(const R& rules, int seats, std::uint64_t seed, Disguise&& disguise,
                   Expect&& expect) {
  Draw pick = Chance(~seed, 0).on(1);
  Session<R> session(rules, seats, Chance(seed, 0));
  while (const auto seat = session.pending()) {
    for (int other = 0; other < seats; ++other) {
      State<R> twin = session.state();
      disguise(twin, Seat(other), pick);
      expect(T::write(rules.view(session.state(), Seat(other))) ==
                 T::write(rules.view(twin, Seat(other))),
             "what a seat may not know leaves its view equal");
    }
    const std::vector<Move<R>> legal = rules.legal_moves(session.view(*seat));
    session.play(*seat, legal[pick.below(static_cast<std::uint32_t>(legal.size()))]);
  }
}

}  // namespace hilltop
