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

struct Player {
  Hand hand;
  SideDeck side;
  Action action = Action::none;
  bool played = false;  // a side card, in this hand
  int hands_won = 0;
};

// How a hand ended, for accounts of it.
enum class Ending { both_bust, one_bust, beaten, level };

// Nobody looks on: the events of a game cost nothing.
struct NoEvents {
  static void hand_begins(int, int) {}            // hands won by player 1, by player 2
  static void turn_begins(int, const Player&) {}  // the player's number, 0 or 1
  static void dealt(int, const Player&) {}
  static void acted(int, const Player&) {}  // END or STAND, by choice or by itself
  static void hand_ends(Ending, int) {}     // the winner's number, or -1
};

// Simple Pazaak; RULES.md numbers the rules. Seat 0 is player 1.
class Rules {
 public:
  // A game between bots that can win no hand must end all the same: it is then won by more hands,
  // or tied. One hand in five is won by nobody in play as it is, so real games never come near.
  static constexpr int hands_most = 1000;
  static constexpr int longest = hands_most * 2 * Hand::cards_most;
  static constexpr int hands_to_win = 3;

  struct State {
    std::array<Player, 2> players;
    HouseDeck deck;
    int mover = 0;
    int hands = 0;  // begun
    int retired = -1;
    bool over = false;
  };

  // What a bot sees (P9); refers into the State.
  struct View {
    bool is_player_one;
    std::array<int, 2> wins;  // hands won by player 1 and by player 2
    const Hand& mine;
    const Hand& theirs;
    const SideDeck& side;
    int opponent_side_cards;
    Action opponent_action;
    bool opponent_played;
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
    if (now.over) return std::nullopt;
    return Seat(static_cast<std::uint8_t>(now.mover));
  }
  View view(const State& now, Seat seat) const {
    const Player& me = now.players[static_cast<std::size_t>(index(seat))];
    const Player& them = now.players[static_cast<std::size_t>(1 - index(seat))];
    return {index(seat) == 0, {now.players[0].hands_won, now.players[1].hands_won},
            me.hand,          them.hand,
            me.side,          them.side.count(),
            them.action,      them.played};
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
    next.over = true;
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
  static void advance(State& next, const Chance& chance, Events&& events);
  template <class Events>
  static bool hand_is_over(State& next, Events&& events);

  int side_cards_;
};

template <class Events>
Rules::State Rules::begin(const Chance& chance, Events&& events) const {
  State state;
  deal_side_decks(state, chance);
  begin_hand(state, chance, events);
  state.mover = 1;  // as if player 2 had just ended the round before: player 1 begins
  advance(state, chance, events);
  return state;
}

template <class Events>
void Rules::proceed(State& next, Move move, const Chance& chance, Events&& events) const {
  Player& mover = next.players[static_cast<std::size_t>(next.mover)];
  switch (move.kind) {
    case Move::Kind::end: mover.action = Action::end; break;
    case Move::Kind::stand: mover.action = Action::stand; break;
    case Move::Kind::play:
      mover.side.remove(move.card);
      mover.hand.add(move.card);
      mover.played = true;
      mover.action = Action::stand;
      break;
  }
  events.acted(next.mover, mover);
  advance(next, chance, events);
}

template <class Events>
void Rules::begin_hand(State& next, const Chance& chance, Events&& events) {
  next.deck.shuffle(chance.on(first_hand + static_cast<std::uint32_t>(next.hands++)));
  for (Player& player : next.players) {
    player.hand.clear();
    player.action = Action::none;
    player.played = false;
  }
  events.hand_begins(next.players[0].hands_won, next.players[1].hands_won);
}

// Turn after turn until a player must be asked or the game is over (P4 to P8).
template <class Events>
void Rules::advance(State& next, const Chance& chance, Events&& events) {
  while (true) {
    if (next.mover == 1 && next.players[0].action != Action::none && hand_is_over(next, events)) {
      const bool won =
          next.players[0].hands_won == hands_to_win || next.players[1].hands_won == hands_to_win;
      if (won || next.hands == hands_most) {
        next.over = true;
        return;
      }
      begin_hand(next, chance, events);
    }
    next.mover = 1 - next.mover;
    Player& player = next.players[static_cast<std::size_t>(next.mover)];
    events.turn_begins(next.mover, player);
    if (player.action != Action::stand) {
      player.hand.add(next.deck.deal());
      events.dealt(next.mover, player);
      if (player.hand.value() != target) return;
      player.action = Action::stand;  // P5
    }
    events.acted(next.mover, player);
  }
}

// P6: judged when both have taken their turn; scores the hand if it is over.
template <class Events>
bool Rules::hand_is_over(State& next, Events&& events) {
  Player& one = next.players[0];
  Player& two = next.players[1];
  const bool one_bust = one.hand.value() > target, two_bust = two.hand.value() > target;
  const bool one_stands = one.action == Action::stand, two_stands = two.action == Action::stand;
  const int ahead = one.hand.value() - two.hand.value();
  const auto won_by = [&](int winner, Ending how) {
    ++next.players[static_cast<std::size_t>(winner)].hands_won;
    events.hand_ends(how, winner);
    return true;
  };
  if (one_bust || two_bust) {
    if (one_bust != two_bust) return won_by(one_bust ? 1 : 0, Ending::one_bust);
    events.hand_ends(Ending::both_bust, -1);
    return true;
  }
  if (ahead > 0 && two_stands) return won_by(0, Ending::beaten);
  if (ahead < 0 && one_stands) return won_by(1, Ending::beaten);
  if (!one_stands || !two_stands) return false;
  events.hand_ends(Ending::level, -1);
  return true;
}

}  // namespace hilltop::pazaak
