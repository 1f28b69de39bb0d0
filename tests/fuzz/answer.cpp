#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "fuzz/fuzz.hpp"
#include "fuzz/modules.hpp"
#include "match/session.hpp"
#include "play/module_parts.hpp"

namespace hilltop::fuzz {
namespace {

// Plays some random moves, then takes the input as the answer of the seat to move: a bot's line, a
// person's input, or a move of a record.
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
      if constexpr (play::HasWire<E>) {
        (void)E::Wire::prompt(view);
        try_out(E::Wire::answer(view, bytes.rest()));
      }
      break;
    case 1:
      if constexpr (play::HasScreen<E>) {
        (void)E::Screen::show(view, {"Ann", "Bob"});
        try_out(E::Screen::read(view, bytes.rest()));
      }
      break;
    default: try_out(E::Text::read(bytes.rest()));
  }
}

using AnswerIn = void (*)(Bytes&, std::string_view rule_set);

// Every rule set of every game.
template <class... Modules>
std::vector<std::pair<AnswerIn, std::string_view>> all_of(const std::tuple<Modules...>&) {
  std::vector<std::pair<AnswerIn, std::string_view>> all;
  const auto add = [&]<class E>(const E&) {
    for (const RuleSet& rules : E::info.rule_sets) all.emplace_back(answer_in<E>, rules.name);
  };
  (add(Modules{}), ...);
  return all;
}

}  // namespace

void answer(std::string_view input) {
  static const auto all = all_of(Modules{});
  Bytes bytes(input);
  const auto& [answer_in, rule_set] = all[bytes.byte() % all.size()];
  answer_in(bytes, rule_set);
}

}  // namespace hilltop::fuzz
