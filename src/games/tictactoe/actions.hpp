#pragma once
#include "core/numbered_actions.hpp"
#include "games/tictactoe/rules.hpp"

namespace hilltop::tictactoe {

// Action 0 marks cell 1, and so on.
struct Actions {
  using Begun = NothingBegun;

  static int count(const Rules&) { return cells; }
  static std::string name(const Rules&, int action) { return std::to_string(action + 1); }
  static void mark_legal(const Rules&, const State& view, Begun, std::span<std::uint8_t> legal) {
    for (std::size_t cell = 0; cell < cells; ++cell) legal[cell] = !view.board[cell];
  }
  static std::optional<Move> take(const Rules&, const State&, Begun&, int action) {
    return Move{action + 1};
  }
  static std::vector<int> actions_of(const Rules&, const State&, Move move) {
    return {move.cell - 1};
  }
  static std::vector<ViewField> fields(const Rules&, int /*seats*/) {
    return {{"board", {3, 3}, 0, 2, "0: free, 1: my mark, 2: the opponent's"}};
  }
  static void write(const Rules&, const State& view, Seat seat, Begun,
                    std::span<ViewNumber> numbers) {
    ViewNumbers out(numbers);
    for (const auto& mark : view.board) out.add(!mark ? 0 : *mark == seat ? 1 : 2);
  }
};

static_assert(NumberedActions<Actions, Rules>);

}  // namespace hilltop::tictactoe
