#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "core/numbered_actions.hpp"
#include "match/session.hpp"
#include "match/text.hpp"

namespace hilltop {

// What check_actions checks, for one game. `expect(bool, what)` is the test framework's.
template <class A, Enumerable R, class T, class Expect>
class ActionLaws {
 public:
  using Begun = typename A::Begun;

  ActionLaws(const R& rules, int seats, Expect& expect)
      : rules_(rules),
        expect_(expect),
        fields_(A::fields(rules, seats)),
        legal_(static_cast<std::size_t>(A::count(rules))),
        legal_first_(legal_.size()) {
    std::size_t numbers = 0;
    for (const ViewField& field : fields_) numbers += static_cast<std::size_t>(field.numbers());
    seen_.resize(numbers + 1);
  }

  void expect_numbers(const View<R>& view, Seat seat, const Begun& begun) {
    constexpr ViewNumber untouched = std::numeric_limits<ViewNumber>::min();
    std::ranges::fill(seen_, untouched);
    A::write(rules_, view, seat, begun, seen_);
    expect_(seen_.back() == untouched, "a view has no more numbers than its fields");
    std::size_t at = 0;
    for (const ViewField& field : fields_)
      for (int i = 0; i < field.numbers(); ++i, ++at)
        expect_(field.min <= seen_[at] && seen_[at] <= field.max,
                field.name + " is within its bounds: " + std::to_string(seen_[at]));
  }

  // Marks what is legal before any action: once for a view, because all of its moves begin there.
  void look_at(const View<R>& view) { A::mark_legal(rules_, view, Begun{}, legal_first_); }

  // `view`: the one that was looked at.
  void expect_actions(const View<R>& view, const Move<R>& move) {
    const std::vector<int> actions = A::actions_of(rules_, view, move);
    const auto made = made_by(view, actions);
    if (!made) return;
    expect_(rules_.refusal(view, *made).empty(), "the move of legal actions is legal");
    const auto read = T::read(T::write(*made));
    expect_(read.has_value() && A::actions_of(rules_, view, *read) == actions,
            "actions survive the notation: " + T::write(move));
  }

  // Takes actions drawn by `pick` until they make a move. Nullopt: no action is legal.
  std::optional<Move<R>> draw_move(const View<R>& view, Seat seat, Draw& pick) {
    Begun begun{};
    std::optional<Move<R>> move;
    while (!move) {
      expect_numbers(view, seat, begun);
      const std::vector<int> choices = legal_actions(view, begun);
      expect_(!choices.empty(), "the seat that is asked has an action");
      if (choices.empty()) return std::nullopt;
      move = A::take(rules_, view, begun,
                     choices[pick.below(static_cast<std::uint32_t>(choices.size()))]);
    }
    return move;
  }

 private:
  // Returns the move that the actions make, each of which must be legal.
  std::optional<Move<R>> made_by(const View<R>& view, const std::vector<int>& actions) {
    Begun begun{};
    std::optional<Move<R>> move;
    for (const int action : actions) {
      expect_(!move, "only the last action makes the move whole");
      const bool is_first = begun == Begun{};
      if (!is_first) A::mark_legal(rules_, view, begun, legal_);
      expect_((is_first ? legal_first_ : legal_)[static_cast<std::size_t>(action)] == 1,
              "an action of a legal move is legal: " + A::name(rules_, action));
      move = A::take(rules_, view, begun, action);
    }
    expect_(move.has_value(), "the actions of a move make it");
    expect_(begun == Begun{}, "a whole move leaves nothing begun");
    return move;
  }

  std::vector<int> legal_actions(const View<R>& view, const Begun& begun) {
    A::mark_legal(rules_, view, begun, legal_);
    std::vector<int> choices;
    for (std::size_t action = 0; action < legal_.size(); ++action) {
      expect_(legal_[action] <= 1, "a mask is of zeros and ones");
      if (legal_[action] == 0) continue;
      choices.push_back(static_cast<int>(action));
      Begun next = begun;
      if (const auto whole = A::take(rules_, view, next, choices.back()))
        expect_(rules_.refusal(view, *whole).empty(),
                "a legal action makes a legal move: " + A::name(rules_, choices.back()));
    }
    return choices;
  }

  const R& rules_;
  Expect& expect_;
  std::vector<ViewField> fields_;
  std::vector<std::uint8_t> legal_, legal_first_;
  std::vector<ViewNumber> seen_;  // and one more, which stays untouched
};

// Checks by random play what numbered actions owe: the legal ones are legal moves, every legal move
// has its actions, a move survives its notation on the way, and the view is as large as its fields
// say.
template <class A, Enumerable R, class T, class Expect>
  requires NumberedActions<A, R> && Notation<T, R>
void check_actions(const R& rules, int seats, std::uint64_t seed, Expect&& expect) {
  ActionLaws<A, R, T, std::remove_reference_t<Expect>> laws(rules, seats, expect);
  Draw pick = Chance(~seed, 0).on(4);
  Session<R> session(rules, seats, Chance(seed, 0));
  while (const ToMove seat = session.pending()) {
    const auto& view = session.view(*seat);
    laws.look_at(view);
    for (const Move<R>& move : rules.legal_moves(view)) laws.expect_actions(view, move);
    const auto move = laws.draw_move(view, *seat, pick);
    if (!move) return;
    laws.expect_actions(view, *move);
    expect(session.play(*seat, *move).empty(), "it is played");
  }
  for (int seat = 0; seat < seats; ++seat) {
    const auto of = Seat(static_cast<std::uint8_t>(seat));
    laws.expect_numbers(session.view(of), of, {});
  }
}

}  // namespace hilltop
