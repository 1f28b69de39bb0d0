#pragma once
#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "games/pazaak/cards.hpp"

namespace hilltop::pazaak {

// What the opponent has seen a player do in this hand; a PLAY shows as `stand` (P9).
enum class Action : std::uint8_t { none, end, stand };

// What everybody sees of a player.
struct Open {
  Hand hand;
  Action action = Action::none;  // in this hand
  bool played = false;           // a side card, in this hand
  int hands_won = 0;             // in this game
};

struct alignas(64) Player : Open {
  SideDeck side;
};

// P6 as a table: what a round comes to when both have taken their turn.
class Verdicts {
 public:
  enum Verdict : std::uint8_t { go_on, one_wins, two_wins, nobody };
  // The greatest value of a hand: 19 and a ten, and a side card on top of that.
  static constexpr int value_most = 19 + 10 + 5;

  constexpr Verdicts() {
    for (int a = 0; a <= value_most; ++a)
      for (int b = 0; b <= value_most; ++b)
        for (const bool a_stands : {false, true})
          for (const bool b_stands : {false, true})
            at(a, a_stands, b, b_stands) = judge(a, a_stands, b, b_stands);
  }
  Verdict of(const Open& one, const Open& two) const {
    return table_[place(one.hand.value(), one.action == Action::stand, two.hand.value(),
                        two.action == Action::stand)];
  }

 private:
  static constexpr Verdict judge(int a, bool a_stands, int b, bool b_stands) {
    const bool a_bust = a > target, b_bust = b > target;
    if (a_bust && b_bust) return nobody;
    if (a_bust || b_bust) return a_bust ? two_wins : one_wins;
    if (a > b && b_stands) return one_wins;
    if (b > a && a_stands) return two_wins;
    return a_stands && b_stands ? nobody : go_on;
  }
  static constexpr std::size_t place(int a, bool a_stands, int b, bool b_stands) {
    return static_cast<std::size_t>(
        ((a_stands * 2 + b_stands) * (value_most + 1) + a) * (value_most + 1) + b);
  }
  constexpr Verdict& at(int a, bool a_stands, int b, bool b_stands) {
    return table_[place(a, a_stands, b, b_stands)];
  }

  std::array<Verdict, 4 * (value_most + 1) * (value_most + 1)> table_{};
};
inline constexpr Verdicts verdicts;

// Nobody looks on: the events of a game cost nothing.
struct NoEvents {
  static void hand_begins(int, int) {}            // hands won by player 1, by player 2
  static void turn_begins(int, const Player&) {}  // the player's number, 0 or 1
  static void dealt(int, const Player&) {}
  static void acted(int, const Player&) {}  // END or STAND, by choice or by itself
  static void hand_ends(Verdicts::Verdict, const Player&, const Player&) {}
};

// Simple Pazaak; RULES.md numbers the rules. Seat 0 is player 1.
class Rules {
 public:
  // A game between bots that can win no hand must end all the same: it is then won by more hands,
  // or tied. One hand in five is won by nobody in play as it is, so real games never come near.
  static constexpr int hands_most = 1000;
  static constexpr int longest = hands_most * 2 * Hand::cards_most;
  static constexpr int hands_to_win = 3;

  static constexpr int nobody = 2;

  struct State {
    std::array<Player, 2> players;
    HouseDeck deck;
    int mover = 0;  // or nobody: the game is over
    int hands = 0;  // begun
    int retired = nobody;
  };

  // What a bot sees (P9); refers into the State.
  struct View {
    bool is_player_one;
    const Player& me;
    const Open& opponent;
    int opponent_side_cards;
  };

  struct Move {
    enum class Kind : std::uint8_t { end, stand, play } kind;
    std::int8_t card = 0;  // of a play; 0: none was named

    static constexpr Move end() { return {Kind::end}; }
    static constexpr Move stand() { return {Kind::stand}; }
    static constexpr Move play(int card) { return {Kind::play, static_cast<std::int8_t>(card)}; }
    friend bool operator==(Move, Move) = default;
  };

  // Rule set "koth"; switch `side_cards` (0..10, 4). Error: what is unknown, and what there is.
  static std::expected<Rules, Problem> under(std::string_view rule_set, const Switches& switches);

  static constexpr SeatRange seats() { return {2, 2}; }

  State start(int /*seats*/, const Chance& chance) const { return begin(chance, NoEvents{}); }
  std::optional<Seat> turn(const State& now) const {
    std::optional<Seat> seat(Seat(static_cast<std::uint8_t>(now.mover)));
    if (now.mover == nobody) seat.reset();
    return seat;
  }
  View view(const State& now, Seat seat) const {
    const Player& me = now.players[static_cast<std::size_t>(index(seat))];
    const Player& them = now.players[static_cast<std::size_t>(1 - index(seat))];
    return {index(seat) == 0, me, them, them.side.count()};
  }
  Refusal refusal(const View& view, Move move) const {
    if (move.kind != Move::Kind::play) [[likely]]
      return {};
    return play_refusal(view, move);
  }
  void apply(State& next, Move move, const Chance& chance) const {
    proceed(next, move, chance, NoEvents{});
  }
  void retire(State& next, Seat seat, const Chance&) const {
    next.retired = index(seat);
    next.mover = nobody;
  }
  Points points(const State& now) const;
  std::vector<Move> moves(const View& view) const;
  // P10: a card that one does not have stands.
  Move instead(const View&) const { return Move::stand(); }

  // start() and apply() with somebody looking on.
  template <class Events>
  State begin(const Chance& chance, Events&& events) const;
  template <class Events>
  void proceed(State& next, Move move, const Chance& chance, Events&& events) const;

 private:
  // Occasions of luck: the side decks, then hand after hand.
  static constexpr std::uint32_t side_decks = 0, first_hand = 1;

  explicit Rules(int side_cards) : side_cards_(side_cards) {}
  static Refusal play_refusal(const View& view, Move move);
  void deal_side_decks(State& next, const Chance& chance) const;
  template <class Events>
  static void begin_hand(State& next, const Chance& chance, Events&& events);
  template <class Events>
  static void take_turns(State& next, const Chance& chance, Events&& events);
  template <class Events>
  static void pass(State& next, const Chance& chance, Events&& events);

  int side_cards_;
};

template <class Events>
Rules::State Rules::begin(const Chance& chance, Events&& events) const {
  State state;
  deal_side_decks(state, chance);
  state.deck.prepare(chance.on(first_hand));
  begin_hand(state, chance, events);
  take_turns(state, chance, events);
  return state;
}

template <class Events>
void Rules::proceed(State& next, Move move, const Chance& chance, Events&& events) const {
  Player& mover = next.players[static_cast<std::size_t>(next.mover)];
  if (move.kind == Move::Kind::play) {
    mover.side.remove(move.card);
    mover.hand.add(move.card);
    mover.played = true;
  }
  mover.action =
      Action(2 - (move.kind == Move::Kind::end));  // a STAND but for END, without a branch
  events.acted(next.mover, mover);
  pass(next, chance, events);
  if (next.mover != nobody) take_turns(next, chance, events);
}

template <class Events>
void Rules::begin_hand(State& next, const Chance& chance, Events&& events) {
  next.deck.shuffle(chance.on(first_hand + static_cast<std::uint32_t>(++next.hands)));
  for (Player& player : next.players) {
    player.hand.clear();
    player.action = Action::none;
    player.played = false;
  }
  events.hand_begins(next.players[0].hands_won, next.players[1].hands_won);
}

// Turn after turn, until a player must be asked or the game is over.
template <class Events>
void Rules::take_turns(State& next, const Chance& chance, Events&& events) {
  do {
    Player& player = next.players[static_cast<std::size_t>(next.mover)];
    events.turn_begins(next.mover, player);
    if (player.action != Action::stand) {
      player.hand.add(next.deck.deal());
      events.dealt(next.mover, player);
      if (player.hand.value() != target) return;
      player.action = Action::stand;  // P5
    }
    events.acted(next.mover, player);
    pass(next, chance, events);
  } while (next.mover != nobody);
}

// Hands the turn on; the hand is judged when both have taken theirs.
template <class Events>
void Rules::pass(State& next, const Chance& chance, Events&& events) {
  next.mover ^= 1;
  if (next.mover != 0) return;
  Player& one = next.players[0];
  Player& two = next.players[1];
  const Verdicts::Verdict verdict = verdicts.of(one, two);
  if (verdict == Verdicts::go_on) return;
  one.hands_won += verdict == Verdicts::one_wins;
  two.hands_won += verdict == Verdicts::two_wins;
  events.hand_ends(verdict, one, two);
  if ((one.hands_won == hands_to_win) | (two.hands_won == hands_to_win) |
      (next.hands == hands_most))
    next.mover = nobody;
  else
    begin_hand(next, chance, events);
}

}  // namespace hilltop::pazaak
