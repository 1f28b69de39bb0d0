#pragma once
#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>
#include <vector>

#include "core/game.hpp"

// Tic-tac-toe. RULES.md has the rules and their numbers.
namespace hilltop::tictactoe {

constexpr int cells = 9;

// A cell's number, 1 to 9 row by row (T1). May be any number; the rules refuse others.
struct Move {
  int cell;
  friend bool operator==(Move, Move) = default;
};

// Nothing is hidden: State is also the View.
struct State {
  std::array<std::optional<Seat>, cells> board{};  // the seat whose mark it is; cell 1 first
  int marks = 0;
  std::optional<Seat> winner;

  bool over() const { return winner || marks == cells; }
  Seat to_move() const { return Seat(static_cast<std::uint8_t>(marks % 2)); }
};

class Rules {
 public:
  using State = tictactoe::State;
  using View = tictactoe::State;
  using Move = tictactoe::Move;

  static constexpr int longest = cells;

  // Makes rule set "classic", which has no switches.
  static std::expected<Rules, Problem> under(std::string_view rule_set, const Switches& switches);

  static constexpr SeatRange seats() { return {2, 2}; }
  static Switches switches() { return {}; }
  static State start(int /*seats*/, const Chance&) { return {}; }
  static ToMove turn(const State& now);
  static const View& view(const State& now, Seat) { return now; }
  static Refusal refusal(const View& view, Move move);
  static void apply(State& next, Move move, const Chance&);
  static void retire(State& next, Seat seat, const Chance&);
  static Points points(const State& now);
  static std::vector<Move> legal_moves(const View& view);
};

static_assert(Enumerable<Rules>);

// Returns the cells of the winner's row (T3); empty if there is none.
std::vector<int> winning_line(const State& state);

constexpr char mark(Seat seat) { return index(seat) == 0 ? 'X' : 'O'; }

}  // namespace hilltop::tictactoe
