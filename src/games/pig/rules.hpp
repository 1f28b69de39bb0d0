#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include "core/game.hpp"

// Pig, the jeopardy dice game. RULES.md has the rules and their numbers.
namespace hilltop::pig {

inline constexpr SeatRange seat_range{2, 10};
inline constexpr int faces = 6;
inline constexpr int losing_face = 1;  // P3
inline constexpr int target_default = 100;
inline constexpr int target_min = 10;
inline constexpr int target_max = 200;  // the solver's work grows with its cube
inline constexpr int rounds_max = 200;  // P9
// A safe roll adds at least 2, and P6 refuses a roll once a hold would win.
inline constexpr int rolls_a_turn_max = (target_max + 1) / 2;

enum class Move : std::uint8_t { roll, hold };

// Nothing is hidden: the State is the View, too.
struct State {
  std::array<int, seat_range.most> scores{};  // of the first `seats`
  int seats = 0;
  int target = target_default;
  int round = 0;  // from 0
  int mover = 0;
  int turn_total = 0;
  int rolls = 0;           // in this turn
  std::uint32_t left = 0;  // bit i: seat i has left the game
  bool over = false;

  friend bool operator==(const State&, const State&) = default;
  int score(int seat) const { return scores[static_cast<std::size_t>(seat)]; }
  int my_score() const { return score(mover); }
  bool has_left(int seat) const { return (left >> seat & 1) != 0; }
  bool hold_wins() const { return my_score() + turn_total >= target; }  // P5
  // The highest score among the mover's opponents that are still in the game.
  int best_opponent() const;
};

class Rules {
 public:
  using State = pig::State;
  using View = pig::State;
  using Move = pig::Move;

  static constexpr int longest = seat_range.most * rounds_max * (rolls_a_turn_max + 1);

  // Rule set "standard". Switch: `target` (100).
  static std::expected<Rules, Problem> under(std::string_view rule_set, const Switches& switches);

  int target() const { return target_; }
  static constexpr SeatRange seats() { return seat_range; }
  Switches switches() const;
  State start(int seats, const Chance&) const;
  static ToMove turn(const State& now);
  static const View& view(const State& now, Seat) { return now; }
  static Refusal refusal(const View& view, Move move);
  static void apply(State& next, Move move, const Chance& chance);
  static void retire(State& next, Seat seat, const Chance&);
  static Points points(const State& now);
  static std::vector<Move> legal_moves(const View& view);
  static Move substitute(const View& view);

  // The die that the mover rolls if it rolls now (P8).
  static int next_die(const State& now, const Chance& chance);
  // What a roll of this die does (P3).
  static void fall(State& next, int die);

 private:
  explicit Rules(int target) : target_(target) {}

  int target_;
};

static_assert(Enumerable<Rules> && HasSubstitute<Rules>);

// The seat's score, for machine-readable results; points only tell the winner.
std::vector<Figure> figures(const State& state, Seat seat);

}  // namespace hilltop::pig
