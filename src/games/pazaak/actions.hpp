#pragma once
#include "core/numbered_actions.hpp"
#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {

// Action 0 is END, 1 is STAND, and 1 + c is PLAY c, for the side cards 1 to 5.
struct Actions {
  using Begun = NothingBegun;
  static constexpr int card_max = 5, house_card_max = 10;

  static int count(const Rules&) { return 2 + card_max; }
  static std::string name(const Rules&, int action) {
    if (action == 0) return "END";
    return action == 1 ? "STAND" : "PLAY " + std::to_string(action - 1);
  }
  static void mark_legal(const Rules&, const Rules::View& view, Begun,
                         std::span<std::uint8_t> legal) {
    legal[0] = legal[1] = 1;
    for (int card = 1; card <= card_max; ++card)
      legal[static_cast<std::size_t>(1 + card)] = view.me().side.has(card);
  }
  static std::optional<Move> take(const Rules&, const Rules::View&, Begun&, int action) {
    if (action == 0) return Move::end();
    return action == 1 ? Move::stand() : Move::play(action - 1);
  }
  static std::vector<int> actions_of(const Rules&, const Rules::View&, Move move) {
    return {move == Move::end() ? 0 : move == Move::stand() ? 1 : 1 + move.card()};
  }
  static std::vector<ViewField> fields(const Rules& rules, int /*seats*/) {
    constexpr int total_max = target + house_card_max;
    return {
        {"player", {}, 1, 2, "which player I am"},
        {"wins", {2}, 0, Rules::hands_to_win, "hands that I won, that the opponent won"},
        {"total", {}, 0, total_max, "sum of my hand"},
        {"hand", {house_card_max}, 0, Hand::cards_max, "my cards on the table, by value 1 to 10"},
        {"side", {card_max}, 0, 2, "my side cards, by value 1 to 5"},
        {"their_total", {}, 0, total_max, "sum of the opponent's hand"},
        {"their_hand", {house_card_max}, 0, Hand::cards_max, "its cards, by value 1 to 10"},
        {"their_side", {}, 0, rules.side_cards(), "how many side cards it has left"},
        {"their_action", {}, 0, 2, "its last action in this hand: 0 none, 1 END, 2 STAND"},
        {"their_played", {}, 0, 1, "1: it played a side card in this hand"}};
  }
  static void write(const Rules& rules, const Rules::View& view, Seat seat, Begun,
                    std::span<ViewNumber> numbers) {
    ViewNumbers out(numbers);
    const Open &mine = view.me(), &theirs = view.opponent();
    out.add(index(seat) + 1);
    out.add(mine.hands_won);
    out.add(theirs.hands_won);
    add(out, mine.hand);
    add(out, rules, view.me().side);
    add(out, theirs.hand);
    out.add(view.opponent_side_cards());
    out.add(static_cast<int>(theirs.action));
    out.add(theirs.played);
  }

 private:
  static void add(ViewNumbers& out, const Rules& rules, const SideDeck& side) {
    const std::uint64_t counts = side.counts(rules.side_cards());
    for (int card = 1; card <= card_max; ++card) out.add(static_cast<int>(counts >> 4 * card & 15));
  }
  static void add(ViewNumbers& out, const Hand& hand) {
    out.add(hand.value());
    for (int card = 1; card <= house_card_max; ++card) out.add(hand.tally().of(card));
  }
};

static_assert(NumberedActions<Actions, Rules>);

}  // namespace hilltop::pazaak
