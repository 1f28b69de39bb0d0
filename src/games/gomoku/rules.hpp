#pragma once
#include <array>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "core/game.hpp"
#include "games/gomoku/openings.hpp"
#include "games/gomoku/variant.hpp"

namespace hilltop::gomoku {

constexpr Seat opener{0}, chooser{1};  // A and B in RULES.md

constexpr std::array<int, 2> board_sizes{15, 20};  // of the rule sets without Swap2 (G13)
constexpr bool is_board_size(std::int64_t size) {
  return size == board_sizes.front() || size == board_sizes.back();
}

// What is decided next (G6 to G8). Only `stones` repeats; without Swap2 it is the first.
enum class Phase : std::uint8_t { opening, choosing, picking, stones, over };

// Which colour moves first after the opening (G8).
enum class FirstToMove : std::uint8_t { black, balance };

// Nothing is hidden, so State is also the View. It holds the rule on the first move because the
// choice of a colour depends on it; the board knows its size and which rows win.
struct State {
  FirstToMove first_to_move = FirstToMove::black;
  VariantBoard board;
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

// Returns the board and the rows of a rule set under its switches (G13); the usual ones in place of
// what Rules::under refuses.
Variant variant_of(std::string_view rule_set, const Switches& switches);

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

  static constexpr int longest =
      board_sizes.back() * board_sizes.back();  // G13: one stone per decision

  // Makes "koth" or "swap2", by the colour that moves first (G8).
  explicit Rules(FirstToMove first_to_move) : first_to_move_(first_to_move) {}
  // Makes a rule set of RULES.md. The switch `first_to_move` is "black" or "balance", with Swap2
  // alone; `size` is one of `board_sizes`, without Swap2; `openings` is a list as Openings has it;
  // `agreed_draw` is the number of decisions after which the players agreed on a draw (G17).
  static std::expected<Rules, Problem> under(std::string_view rule_set, const Switches& switches);

  SeatRange seats() const { return {2, 2}; }
  // Returns whether games begin with Swap2 (G6, G7), unless positions are given (G12).
  bool has_swap2() const { return has_swap2_; }
  const Variant& variant() const { return variant_; }
  FirstToMove first_to_move() const { return first_to_move_; }
  // Returns the number of positions from which games begin (G12); 0 if they begin with Swap2 or on
  // the empty board. A deal has one of them, to be played from both sides.
  std::uint32_t openings() const { return openings_ == nullptr ? 0 : openings_->size(); }
  // Returns them all.
  std::span<const OpeningStones> all_openings() const {
    return openings_ == nullptr ? std::span<const OpeningStones>() : openings_->all();
  }
  // Returns the stones from which a game begins (G12); none without positions.
  OpeningStones opening(const Chance& chance) const;
  Switches switches() const;
  State start(int seats, const Chance& chance) const;
  // Returns the state after this opening (G12).
  State begin_at(const OpeningStones& opening) const;
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
  Rules(FirstToMove first_to_move, bool has_swap2, Variant variant)
      : first_to_move_(first_to_move), has_swap2_(has_swap2), variant_(variant) {}
  // Returns the number of decisions in a game in phase `stones`.
  int decisions(const State& state) const;

  FirstToMove first_to_move_;
  bool has_swap2_ = true;
  Variant variant_;
  std::shared_ptr<const Openings> openings_;  // null: no positions are given
  int agreed_draw_ = 0;                       // 0: the players agreed on no draw
};

using Move = Rules::Move;

static_assert(Game<Rules> && Enumerable<Rules>);

}  // namespace hilltop::gomoku
