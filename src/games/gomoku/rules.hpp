#pragma once
#include <array>
#include <expected>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "core/game.hpp"
#include "games/gomoku/board.hpp"

namespace hilltop::gomoku {

constexpr Seat opener{0}, chooser{1};  // A and B in RULES.md

// What is decided next (G6 to G8). Only `stones` repeats.
enum class Phase : std::uint8_t { opening, choosing, picking, stones, over };

// Which colour moves first after the opening (G8).
enum class FirstToMove : std::uint8_t { black, balance };

// Nothing is hidden, so State is also the View. It holds the rule on the first move because the
// choice of a colour depends on it.
struct State {
  FirstToMove first_to_move = FirstToMove::black;
  Board board;
  Phase phase = Phase::opening;
  std::optional<Seat> black;        // the seat that plays black; nullopt until that is decided
  Colour to_move = Colour::black;   // in phase `stones`
  int turn = 0;                     // number of turns since the opening: N in the prompt
  std::optional<Point> last_stone;  // nullopt before the first stone
  std::optional<Seat> winner;       // nullopt at the end of a tie

  friend bool operator==(const State&, const State&) = default;
};

std::optional<Colour> colour_of(const State& state, Seat seat);  // nullopt until decided
Seat seat_of(const State& state, Colour colour);                 // only when decided

// Returns the colour that moves first after an opening with `stones` stones on the board (G8).
Colour first_mover(FirstToMove rule, int stones);

struct Open {
  Point first_black, second_black, white;
  friend bool operator==(const Open&, const Open&) = default;
};
struct TakeBlack {
  friend bool operator==(const TakeBlack&, const TakeBlack&) = default;
};
struct TakeWhite {
  Point white;
  friend bool operator==(const TakeWhite&, const TakeWhite&) = default;
};
struct PlaceTwo {
  Point black, white;
  friend bool operator==(const PlaceTwo&, const PlaceTwo&) = default;
};
struct PickColour {
  Colour colour;
  friend bool operator==(const PickColour&, const PickColour&) = default;
};
struct Place {
  Point point;
  friend bool operator==(const Place&, const Place&) = default;
};

// RULES.md, executable.
class Rules {
 public:
  using State = gomoku::State;
  using View = gomoku::State;
  using Move = std::variant<Open, TakeBlack, TakeWhite, PlaceTwo, PickColour, Place>;

  static constexpr int longest = board_points - 3 + 2;  // G6, G7.1, then one stone per decision

  explicit Rules(FirstToMove first_to_move) : first_to_move_(first_to_move) {}
  // Makes rule set "koth" or "swap2"; the switch first_to_move is "black" or "balance".
  static std::expected<Rules, Problem> under(std::string_view rule_set, const Switches& switches);

  SeatRange seats() const { return {2, 2}; }
  Switches switches() const;
  State start(int seats, const Chance& chance) const;
  ToMove turn(const State& state) const;
  const View& view(const State& state, Seat) const { return state; }
  Refusal refusal(const View& view, const Move& move) const;
  void apply(State& state, const Move& move, const Chance& chance) const;
  void retire(State& state, Seat seat, const Chance& chance) const;
  Points points(const State& state) const;

  // Returns all legal moves, with two exceptions that have tens of thousands or millions: three
  // stones to open with (675 are offered) and two stones to place (at most 444). There every free
  // point occurs equally often in each role.
  std::vector<Move> legal_moves(const View& view) const;

  // Points are an outcome: there is nothing to add up.

 private:
  FirstToMove first_to_move_;
};

using Move = Rules::Move;

static_assert(Game<Rules> && Enumerable<Rules>);

}  // namespace hilltop::gomoku
