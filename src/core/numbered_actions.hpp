#pragma once
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace hilltop {

// One number of a view.
using ViewNumber = std::int16_t;

// Consecutive numbers of a view, which belong together.
struct ViewField {
  std::string name;
  std::vector<int> shape;  // empty: one number; else the first index changes slowest
  int min, max;            // of each number
  std::string about;       // one line

  int numbers() const {
    int product = 1;
    for (const int extent : shape) product *= extent;
    return product;
  }
};

// Optional refinement of a game: its moves and views as numbers, for programs that learn. An action
// is a number from 0 to A::count(rules) - 1. A move that has too many values for one action is
// chosen by several in a row; A::Begun is what was chosen so far, and by default nothing.
template <class A, class R>
concept NumberedActions =
    Game<R> && std::regular<typename A::Begun> &&
    requires(const R& rules, const View<R>& view, const Move<R>& move, Seat seat, int seats,
             const typename A::Begun& begun, typename A::Begun& next, int action,
             std::span<std::uint8_t> legal, std::span<ViewNumber> numbers) {
      { A::count(rules) } -> std::same_as<int>;
      // The words of the game's protocol; for a part of a move, words like them.
      { A::name(rules, action) } -> std::same_as<std::string>;
      // Writes 1 for each legal action and 0 for each other one. At least one is legal for the seat
      // to move.
      { A::mark_legal(rules, view, begun, legal) } -> std::same_as<void>;
      // Takes a legal action. Returns the move when it is whole, with `next` as it was by default.
      { A::take(rules, view, next, action) } -> std::same_as<std::optional<Move<R>>>;
      // Returns the actions that make a legal move, in turn.
      { A::actions_of(rules, view, move) } -> std::same_as<std::vector<int>>;
      { A::fields(rules, seats) } -> std::same_as<std::vector<ViewField>>;
      // Writes the numbers of all fields, in their order, of the view of `seat`.
      { A::write(rules, view, seat, begun, numbers) } -> std::same_as<void>;
    };

// What was chosen of a move in games whose moves are one action each: nothing.
struct NothingBegun {
  friend bool operator==(NothingBegun, NothingBegun) = default;
};

// Writes the numbers of a view one after another. The caller's span has a place for each.
class ViewNumbers {
 public:
  explicit ViewNumbers(std::span<ViewNumber> numbers) : at_(numbers.data()) {}

  void add(int number) { *at_++ = static_cast<ViewNumber>(number); }
  template <class Numbers>
  void add_all(const Numbers& numbers) {
    for (const auto number : numbers) add(static_cast<int>(number));
  }
  // Leaves out fields that are 0 for this view.
  void add_zeros(int count) {
    for (; count > 0; --count) add(0);
  }

 private:
  ViewNumber* at_;
};

}  // namespace hilltop
