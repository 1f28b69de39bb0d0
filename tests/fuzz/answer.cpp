#include "arena/entry.hpp"
#include "fuzz/fuzz.hpp"
#include "games/gomoku/game.hpp"
#include "games/pazaak/game.hpp"
#include "games/tictactoe/game.hpp"
#include "games/yahtzee/game.hpp"
#include "match/session.hpp"

namespace hilltop::fuzz {
namespace {

// Plays some random moves. Then the input is the answer of whoever is asked: a bot's line, a
// person's word, or a move of a record.
template <class E>
void answer_in(Bytes& bytes, std::string_view rule_set) {
  using R = typename E::Rules;
  const R rules = R::under(rule_set, {}).value();
  const Chance chance(bytes.byte(), 0);
  Session<R> session(rules, 2, chance);
  Draw draw = Chance(bytes.byte(), 1).on(0);
  for (int left = bytes.byte() % 16; left > 0; --left) {
    const ToMove seat = session.pending();
    if (!seat) return;
    const auto moves = rules.legal_moves(session.view(*seat));
    (void)session.play(*seat, moves[draw.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  const ToMove seat = session.pending();
  if (!seat) return;
  const auto& view = session.view(*seat);
  const auto try_out = [&](const auto& move) {
    if (!move) return demand(!move.error().empty(), "a problem without a word");
    const std::string written = E::Text::write(*move);
    const Refusal why = session.play(*seat, *move);
    if (!why.empty()) return;
    const auto again = E::Text::read(written);
    demand(again && E::Text::write(*again) == written, "a move that its notation does not hold");
    (void)session.pending();
  };
  switch (bytes.byte() % 3) {
    case 0:
      if constexpr (arena::HasWire<E>) {
        (void)E::Wire::prompt(view);
        try_out(E::Wire::answer(view, bytes.rest()));
      }
      break;
    case 1:
      if constexpr (arena::HasScreen<E>) {
        (void)E::Screen::show(view, {"Ann", "Bob"});
        try_out(E::Screen::read(view, bytes.rest()));
      }
      break;
    default: try_out(E::Text::read(bytes.rest()));
  }
}

}  // namespace

void answer(std::string_view input) {
  Bytes bytes(input);
  switch (bytes.byte() % 7) {
    case 0: return answer_in<gomoku::Module>(bytes, "koth");
    case 1: return answer_in<gomoku::Module>(bytes, "swap2");
    case 2: return answer_in<pazaak::Module>(bytes, "koth");
    case 3: return answer_in<tictactoe::Module>(bytes, "classic");
    case 4: return answer_in<yahtzee::Module>(bytes, "koth");
    case 5: return answer_in<yahtzee::Module>(bytes, "cab201-basic");
    default: return answer_in<yahtzee::Module>(bytes, "cab201-advanced");
  }
}

}  // namespace hilltop::fuzz
