#include "games/pazaak/scene.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "games/pazaak/screen.hpp"

namespace hilltop::pazaak {
namespace {

Json json_of(const Cards& cards) {
  Json list = Json::array();
  for (const int card : cards) list.push_back(card);
  return list;
}

// What all may see of a player. A played side card is the last one: no card is dealt after it.
Json json_of(const Open& player) {
  return {{"hand", json_of(player.hand.cards())},
          {"side_card_played", player.played},
          {"total", player.hand.value()},
          {"bust", player.hand.value() > target},
          {"stands", player.action == Action::stand}};
}

Json json_of(const Scene::EndedHand& hand) {
  return {{"number", hand.number},
          {"players", {json_of(hand.players[0]), json_of(hand.players[1])}},
          {"winner", hand.winner ? Json(index(*hand.winner)) : Json()}};
}

Json answers_of(const Rules::View& view) {
  Json cards = Json::array();
  for (const int card : view.me().side.cards())
    cards.push_back({{"card", card},
                     {"total", view.me().hand.value() + card},
                     {"answer", Screen::typed(view, Rules::Move::play(card))}});
  return {{"end", Screen::typed(view, Rules::Move::end())},
          {"stand", Screen::typed(view, Rules::Move::stand())},
          {"play", std::move(cards)}};
}

Json event(std::string_view key, int player) { return {{"key", key}, {"seat", player}}; }

// Tells the events of a game, and remembers what all may know of them.
class EventScribe : public NoEvents {
 public:
  // `mover` chose `move`; nobody at the beginning.
  EventScribe(Scene::History& history, std::optional<Seat> mover = {},
              Rules::Move move = Rules::Move::none())
      : history_(history), mover_(mover ? index(*mover) : -1), move_(move) {}

  void hand_begins(int one, int two) {
    ++history_.hands;
    events_.push_back(
        {{"key", "pazaak.hand_begins"}, {"hand", history_.hands}, {"hands_won", {one, two}}});
  }
  void dealt(int player, const Player& who) {
    dealt_to_ = player;
    const Cards cards = who.hand.cards();
    Json told = event("pazaak.dealt", player);
    told["card"] = cards[cards.count - 1];
    add(std::move(told), who);
  }
  void acted(int player, const Player& who) {
    if (player == std::exchange(mover_, -1))
      chose(player, who);
    else if (player == dealt_to_ && who.hand.value() == target)
      add(event("pazaak.stands_at_target", player), who);
    // Otherwise it stands since an earlier turn.
  }
  void hand_ends(HandVerdict verdict, const Player& one, const Player& two) {
    dealt_to_ = -1;
    Scene::EndedHand ended{history_.hands, {one, two}, {}};
    for (const auto& [player, who] : {std::pair{0, &one}, {1, &two}})
      if (who->hand.value() > target) add(event("pazaak.bust", player), *who);
    Json told{{"key", "pazaak.hand_tied"}};
    if (verdict != HandVerdict::nobody) {
      ended.winner = Seat(verdict == HandVerdict::one_wins ? 0 : 1);
      told = event("pazaak.hand_won", index(*ended.winner));
    }
    told["hands_won"] = {one.hands_won, two.hands_won};
    events_.push_back(std::move(told));
    history_.last_hand = ended;
  }

  Json take() { return std::move(events_); }

 private:
  void chose(int player, const Player& who) {
    Json told = event(move_.plays()               ? "pazaak.played"
                      : who.action == Action::end ? "pazaak.ended"
                                                  : "pazaak.stood",
                      player);
    if (move_.plays()) told["card"] = move_.card();
    add(std::move(told), who);
  }
  void add(Json told, const Player& who) {
    told["total"] = who.hand.value();
    events_.push_back(std::move(told));
  }

  Scene::History& history_;
  int mover_, dealt_to_ = -1;
  Rules::Move move_;
  Json events_ = Json::array();
};

// Tells the result, once the game is over.
Json ended(const Points& points) {
  Json told{{"key", "pazaak.tied"}};
  if (points[0] != points[1]) told = event("pazaak.won", points[0] > points[1] ? 0 : 1);
  told["hands_won"] = {points[0], points[1]};
  return told;
}

}  // namespace

Json Scene::table(const Rules::View& view, const Onlooker& onlooker, const History& history) {
  const int me = view.is_player_one() ? 0 : 1;
  Json players = Json::array();
  for (int player = 0; player < 2; ++player) {
    const bool is_me = player == me;
    players.push_back(json_of(is_me ? view.me() : view.opponent()));
    Json& shown = players.back();
    shown["hands_won"] = (is_me ? view.me() : view.opponent()).hands_won;
    shown["side_cards"] = is_me ? view.me().side.count() : view.opponent_side_cards();
    const bool own = onlooker.seat && index(*onlooker.seat) == player && is_me;
    shown["side_deck"] = own ? json_of(view.me().side.cards()) : Json();
  }
  return {{"hand", history.hands},
          {"target", target},
          {"hands_to_win", Rules::hands_to_win},
          {"players", std::move(players)},
          {"last_hand", history.last_hand ? json_of(*history.last_hand) : Json()},
          {"answers", onlooker.decides() ? answers_of(view) : Json()}};
}

Json Scene::Teller::opening() {
  EventScribe scribe(history_);
  state_ = rules_.begin(chance_, scribe);
  return scribe.take();
}

Json Scene::Teller::played(Seat seat, Rules::Move move) {
  EventScribe scribe(history_, seat, move);
  rules_.proceed(state_, move, chance_, scribe);
  Json events = scribe.take();
  if (!rules_.turn(state_)) events.push_back(ended(rules_.points(state_)));
  return events;
}

Json Scene::Teller::retired(Seat seat) {
  rules_.retire(state_, seat, chance_);
  Json events = Json::array();
  events.push_back(event("pazaak.left", index(seat)));
  events.push_back(ended(rules_.points(state_)));
  return events;
}

}  // namespace hilltop::pazaak
