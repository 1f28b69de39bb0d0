#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/numbered_actions.hpp"
#include "match/session.hpp"
#include "match/text.hpp"

namespace hilltop {

// Checks by random play what numbered actions owe: the legal ones are legal moves, every legal move
// has its actions, a move survives its notation on the way, and the view is as large as its fields
// say. `expect(bool, what)` is the test framework's.
template <class A, Enumerable R, class T, class Expect>
  requires NumberedActions<A, R> && Notation<T, R>
void check_actions(const R& rules, int seats, std::uint64_t seed, Expect&& expect) {
  const auto count = static_cast<std::size_t>(A::count(rules));
  const std::vector<ViewField> fields = A::fields(rules, seats);
  std::size_t numbers = 0;
  for (const ViewField& field : fields) numbers += static_cast<std::size_t>(field.numbers());
  constexpr ViewNumber untouched = std::numeric_limits<ViewNumber>::min();
  std::vector<std::uint8_t> legal(count);
  std::vector<ViewNumber> seen(numbers + 1);
  Draw pick = Chance(~seed, 0).on(4);

  const auto expect_numbers_of = [&](const View<R>& view, Seat seat,
                                     const typename A::Begun& begun) {
    std::ranges::fill(seen, untouched);
    A::write(rules, view, seat, begun, seen);
    expect(seen.back() == untouched, "a view has no more numbers than its fields");
    std::size_t at = 0;
    for (const ViewField& field : fields)
      for (int i = 0; i < field.numbers(); ++i, ++at)
        expect(field.min <= seen[at] && seen[at] <= field.max,
               field.name + " is within its bounds: " + std::to_string(seen[at]));
  };
  // Returns the move that the actions make, each of which must be legal.
  const auto made_by = [&](const View<R>& view, const std::vector<int>& actions) {
    typename A::Begun begun{};
    std::optional<Move<R>> move;
    for (const int action : actions) {
      expect(!move, "only the last action makes the move whole");
      A::mark_legal(rules, view, begun, legal);
      expect(legal[static_cast<std::size_t>(action)] == 1,
             "an action of a legal move is legal: " + A::name(rules, action));
      move = A::take(rules, view, begun, action);
    }
    expect(move.has_value(), "the actions of a move make it");
    expect(begun == typename A::Begun{}, "a whole move leaves nothing begun");
    return move;
  };
  const auto expect_same_number = [&](const View<R>& view, const Move<R>& move) {
    const std::vector<int> actions = A::actions_of(rules, view, move);
    const auto made = made_by(view, actions);
    if (!made) return;
    expect(rules.refusal(view, *made).empty(), "the move of legal actions is legal");
    const auto read = T::read(T::write(*made));
    expect(read.has_value() && A::actions_of(rules, view, *read) == actions,
           "actions survive the notation: " + T::write(move));
  };

  Session<R> session(rules, seats, Chance(seed, 0));
  while (const ToMove seat = session.pending()) {
    const auto& view = session.view(*seat);
    for (const Move<R>& move : rules.legal_moves(view)) expect_same_number(view, move);
    typename A::Begun begun{};
    std::optional<Move<R>> move;
    while (!move) {
      expect_numbers_of(view, *seat, begun);
      A::mark_legal(rules, view, begun, legal);
      std::vector<int> choices;
      for (std::size_t action = 0; action < count; ++action) {
        expect(legal[action] <= 1, "a mask is of zeros and ones");
        if (legal[action] == 0) continue;
        choices.push_back(static_cast<int>(action));
        typename A::Begun next = begun;
        if (const auto whole = A::take(rules, view, next, choices.back()))
          expect(rules.refusal(view, *whole).empty(),
                 "a legal action makes a legal move: " + A::name(rules, choices.back()));
      }
      expect(!choices.empty(), "the seat that is asked has an action");
      if (choices.empty()) return;
      move = A::take(rules, view, begun,
                     choices[pick.below(static_cast<std::uint32_t>(choices.size()))]);
    }
    expect_same_number(view, *move);
    expect(session.play(*seat, *move).empty(), "it is played");
  }
  for (int seat = 0; seat < seats; ++seat) {
    const auto of = Seat(static_cast<std::uint8_t>(seat));
    expect_numbers_of(session.view(of), of, {});
  }
}

}  // namespace hilltop
