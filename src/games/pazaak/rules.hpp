#pragma once
#include <array>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "games/pazaak/cards.hpp"

namespace hilltop::pazaak {

// What the opponent has seen a player do in this hand; PLAY shows as `stand` (P9).
enum class Action : std::uint8_t { none, end, stand };

// The public part of a player.
struct Open {
  Hand hand;
  Action action = Action::none;  // in this hand
  bool played = false;           // whether a side card, in this hand
  int hands_won = 0;             // in this game
};

struct alignas(64) Player : Open {
  Player() {}  // zeroing by the compiler is a slow loop
  SideDeck side;
};

// The result of a round after both turns.
enum class HandVerdict : std::uint8_t { nobody, one_wins, two_wins, go_on };

// Judges a round (P6). Arithmetic instead of branches, because the result cannot be predicted.
constexpr HandVerdict judge(int a, bool a_stands, int b, bool b_stands) {
  const bool a_bust = a > target, b_bust = b > target;
  const bool decided =
      a_bust | b_bust | (a_stands & b_stands) | ((a > b) & b_stands) | ((b > a) & a_stands);
  if (!decided) return HandVerdict::go_on;
  const int a_counts = a_bust ? 0 : a, b_counts = b_bust ? 0 : b;
  return HandVerdict((a_counts > b_counts) + 2 * (b_counts > a_counts));
}
inline HandVerdict judge(const Open& one, const Open& two) {
  return judge(one.hand.value(), one.action == Action::stand, two.hand.value(),
               two.action == Action::stand);
}

// Ignores the events of a game, at no cost. Cards are dealt as they lie.
struct NoEvents {
  static int next_card(auto& state, const Chance& chance) {
    return state.deck.deal(
        [&] { return Luck::second(static_cast<std::uint32_t>(state.hands), chance); });
  }
  static void hand_begins(int, int) {}            // hands won by player 1 and 2
  static void turn_begins(int, const Player&) {}  // player 0 or 1
  static void dealt(int, const Player&) {}
  static void acted(int, const Player&) {}  // END or STAND, by choice or at 20
  static void hand_ends(HandVerdict, const Player&, const Player&) {}
};

// Simple Pazaak; RULES.md numbers the rules. Seat 0 is player 1.
class Rules {
 public:
  // A game between bots that cannot win a hand must end too: it then goes to more hands won, or is
  // tied. Normally one hand in five is not won, so real games never come near this limit.
  static constexpr int hands_max = 1000;
  static constexpr int longest = hands_max * 2 * Hand::cards_max;
  static constexpr int hands_to_win = 3;

  struct State {
    Player& operator[](Seat seat) { return players[static_cast<std::size_t>(index(seat))]; }
    const Player& operator[](Seat seat) const {
      return players[static_cast<std::size_t>(index(seat))];
    }

    std::array<Player, 2> players;
    HouseDeck deck;
    Luck luck;
    ToMove mover = Seat(0);
    int hands = 0;  // hands begun
    std::optional<Seat> retired;
  };

  // What a bot sees (P9); refers into the State.
  class View {
   public:
    bool is_player_one() const { return std::less<>()(me_, opponent_); }
    const Player& me() const { return *me_; }
    const Open& opponent() const { return *opponent_; }
    int opponent_side_cards() const { return opponent_->side.count(); }

   private:
    friend Rules;
    View(const Player& me, const Player& opponent) : me_(&me), opponent_(&opponent) {}
    const Player *me_, *opponent_;  // elements of one array, so that their order tells the seat
  };

  // END, STAND, or PLAY and a card, in one byte, because about thirty are played per game. NONE, no
  // action at all, is refused like a PLAY without a card, and plays() is true for it.
  class Move {
   public:
    static constexpr Move end() { return Move(1); }
    static constexpr Move stand() { return Move(2); }
    static constexpr Move play(int card) { return Move(3 + card); }  // 0: no card was named
    static constexpr Move none() { return Move(200); }  // above every PLAY that is read

    constexpr bool plays() const { return code_ >= 3; }
    constexpr int card() const { return code_ - 3; }  // of a PLAY
    friend constexpr bool operator==(Move, Move) = default;

   private:
    constexpr explicit Move(int code) : code_(static_cast<std::uint8_t>(code)) {}
    std::uint8_t code_;  // from 3 on: a PLAY of that card plus 3
  };

  // Makes rule set "koth" with the switch `side_cards` (0..10, default 4). Problem: unknown names.
  static std::expected<Rules, Problem> under(std::string_view rule_set, const Switches& switches);

  static constexpr SeatRange seats() { return {2, 2}; }
  Switches switches() const { return {{"side_cards", std::int64_t{side_cards_}}}; }
  int side_cards() const { return side_cards_; }  // per player at the start of a game

  State start(int /*seats*/, const Chance& chance) const { return begin(chance, NoEvents{}); }
  ToMove turn(const State& now) const { return now.mover; }
  View view(const State& now, Seat seat) const { return {now[seat], now[opponent(seat)]}; }
  Refusal refusal(const View& view, Move move) const {
    if (!move.plays()) [[likely]]
      return {};
    if (move == Move::none()) return "no action was set";
    if (move.card() == 0) return "PLAY needs a card of the side deck";
    return view.me().side.has(move.card()) ? Refusal() : "that card is not in the side deck";
  }
  void apply(State& next, Move move, const Chance& chance) const {
    proceed(next, move, chance, NoEvents{});
  }
  void retire(State& next, Seat seat, const Chance&) const {
    next.retired = seat;
    next.mover = std::nullopt;
  }
  Points points(const State& now) const {
    return {2, [&](int seat) {
              const bool won = now.retired && index(*now.retired) != seat;
              return won ? hands_to_win : now.players[static_cast<std::size_t>(seat)].hands_won;
            }};
  }
  std::vector<Move> legal_moves(const View& view) const;
  // Plays STAND for a card that one does not have (P10).
  Move substitute(const View&) const { return Move::stand(); }

  // start() and apply() that report events, of which next_card() deals.
  template <class Events>
  State begin(const Chance& chance, Events&& events) const;
  // Begins a game with these side decks.
  template <class Events>
  static State begin_with(const std::array<SideDeck, 2>& sides, const Chance& chance,
                          Events&& events);
  template <class Events>
  void proceed(State& next, Move move, const Chance& chance, Events&& events) const;

 private:
  explicit Rules(int side_cards)
      : side_cards_(side_cards),
        fair_for_side_decks_(orders(side_cards_max, side_cards) *
                             orders(side_cards_max, side_cards)) {}
  template <class Events>
  static void begin_game(State& state, const Chance& chance, Events&& events);
  template <class Events>
  static void begin_hand(State& next, const Chance& chance, Events&& events);
  template <int player, class Events>
  static bool begin_turn(State& next, const Chance& chance, Events&& events);
  template <class Events>
  static void go_on(State& next, const Chance& chance, Events&& events);

  int side_cards_;
  Fair fair_for_side_decks_;
};

using Move = Rules::Move;

template <class Events>
Rules::State Rules::begin(const Chance& chance, Events&& events) const {
  State state;
  state.luck = Luck(chance);
  std::uint64_t luck = state.luck.word(0, fair_for_side_decks_, chance);
  for (Player& player : state.players) player.side = SideDeck(side_cards_, luck);
  begin_game(state, chance, events);
  return state;
}

template <class Events>
Rules::State Rules::begin_with(const std::array<SideDeck, 2>& sides, const Chance& chance,
                               Events&& events) {
  State state;
  state.luck = Luck(chance);
  for (std::size_t player = 0; player < sides.size(); ++player)
    state.players[player].side = sides[player];
  begin_game(state, chance, events);
  return state;
}

template <class Events>
void Rules::begin_game(State& state, const Chance& chance, Events&& events) {
  begin_hand(state, chance, events);
  if (!begin_turn<0>(state, chance, events) && !begin_turn<1>(state, chance, events))
    go_on(state, chance, events);
}

template <class Events>
void Rules::proceed(State& next, Move move, const Chance& chance, Events&& events) const {
  const Seat seat = *next.mover;
  Player& mover = next[seat];
  if (move.plays()) {
    mover.side.remove(move.card());
    mover.hand.add(move.card());
    mover.played = true;
  }
  mover.action = move == Move::end() ? Action::end : Action::stand;
  events.acted(index(seat), mover);
  if (seat == Seat(0) && begin_turn<1>(next, chance, events)) return;
  go_on(next, chance, events);
}

template <class Events>
void Rules::begin_hand(State& next, const Chance& chance, Events&& events) {
  const auto hand = static_cast<std::uint32_t>(++next.hands);
  next.deck.shuffle(next.luck.word(hand, HouseDeck::first_ten, chance));
  for (Player& player : next.players) {
    player.hand.clear();
    player.action = Action::none;
    player.played = false;
  }
  events.hand_begins(next.players[0].hands_won, next.players[1].hands_won);
}

// Begins the turn of player 0 or 1; returns whether it must be asked.
template <int player, class Events>
bool Rules::begin_turn(State& next, const Chance& chance, Events&& events) {
  Player& mover = next.players[player];
  events.turn_begins(player, mover);
  if (mover.action != Action::stand) {
    mover.hand.add(events.next_card(next, chance));
    events.dealt(player, mover);
    if (mover.hand.value() != target) {
      next.mover = Seat(player);
      return true;
    }
    mover.action = Action::stand;  // P5
  }
  events.acted(player, mover);
  return false;
}

// After both turns: judges the hand, and continues until a player must be asked or the game is
// over.
template <class Events>
void Rules::go_on(State& next, const Chance& chance, Events&& events) {
  Player& one = next.players[0];
  Player& two = next.players[1];
  do {
    if (const HandVerdict verdict = judge(one, two); verdict != HandVerdict::go_on) {
      one.hands_won += verdict == HandVerdict::one_wins;
      two.hands_won += verdict == HandVerdict::two_wins;
      events.hand_ends(verdict, one, two);
      if ((one.hands_won == hands_to_win) | (two.hands_won == hands_to_win) |
          (next.hands == hands_max)) {
        next.mover = std::nullopt;
        return;
      }
      begin_hand(next, chance, events);
    }
  } while (!begin_turn<0>(next, chance, events) && !begin_turn<1>(next, chance, events));
}

}  // namespace hilltop::pazaak
