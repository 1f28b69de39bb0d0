#include "games/yahtzee/scene.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/winners.hpp"
#include "games/yahtzee/score_cards.hpp"
#include "games/yahtzee/screen.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr std::string_view hold_word = "hold";

Json json_of(const Dice& dice) {
  Json list = Json::array();
  for (const int face : dice) list.push_back(face);
  return list;
}

// Returns the view of the seat to move if the onlooker may know it and its dice show; nullopt
// otherwise.
std::optional<View> deciding_view(const View& view, const Onlooker& onlooker,
                                  const Scene::History& history) {
  if (!onlooker.to_move || onlooker.moment != Moment::deciding) return std::nullopt;
  const bool own = onlooker.seat && onlooker.to_move == ToMove(*onlooker.seat);
  if (onlooker.seat && !own && !view.options.for_people) return std::nullopt;
  const auto mover = static_cast<std::size_t>(index(*onlooker.to_move));
  return View{.dice = view.dice,
              .stage = view.stage,
              .round = view.round,
              .card = own ? view.card : history.cards[mover],
              .totals = view.totals,
              .options = view.options,
              .cards = view.cards,
              .seat = view.seat};
}

Json json_of(const CardLine& line, std::string_view section, const View* deciding, bool answers) {
  Json worth, answer;
  if (line.box && deciding != nullptr && refusal(*deciding, *line.box).empty()) {
    worth = yahtzee::worth(*deciding, *line.box);
    if (answers) answer = Screen::typed(*deciding, Score{*line.box});
  }
  return {{"id", line.name()},
          {"section", section},
          {"box", line.box.has_value()},
          {"worth", std::move(worth)},
          {"answer", std::move(answer)}};
}

Json lines_of(const View* deciding, bool answers) {
  Json shown = Json::array();
  std::string_view section = "upper";
  for (const CardLine& line : card_lines()) {
    if (line.sum == &Card::total) section = "total";
    shown.push_back(json_of(line, section, deciding, answers));
    if (line.sum == &Card::upper_total) section = "lower";
  }
  return shown;
}

Json json_of(const Card& card, int seat) {
  Json values = Json::array();
  for (const CardLine& line : card_lines()) {
    if (line.box)
      values.push_back(card.open(*line.box) ? Json() : Json(card.box(*line.box)));
    else
      values.push_back((card.*line.sum)());
  }
  return {{"seat", seat}, {"values", std::move(values)}};
}

// Returns the cards that the onlooker may see.
Json cards_of(const View& view, const Onlooker& onlooker, const Scene::History& history) {
  if (onlooker.seat && !view.options.for_people)
    return Json::array({json_of(view.card, index(*onlooker.seat))});
  Json cards = Json::array();
  for (const Card& card : history.cards)
    cards.push_back(json_of(card, static_cast<int>(cards.size())));
  return cards;
}

int used_boxes(const Card& card) {
  return static_cast<int>(std::ranges::count_if(
      card_lines(), [&](const CardLine& line) { return line.box && !card.open(*line.box); }));
}

Json event(std::string_view key, Seat seat) { return {{"key", key}, {"seat", index(seat)}}; }

}  // namespace

Json Scene::table(const View& view, const Onlooker& onlooker, const History& history) {
  const std::optional<View> deciding = deciding_view(view, onlooker, history);
  const bool rolled = onlooker.moment == Moment::deciding && onlooker.to_move;
  const bool ended = onlooker.moment == Moment::after || !onlooker.to_move;
  Json turn, dice, held = Json::array(), answers, totals = Json::array();
  int round = std::min(view.round + 1, rounds);  // of the turn that is shown
  if (!ended) turn = index(*onlooker.to_move);
  if (rolled) {
    dice = json_of(view.dice);
    held = history.held;
  } else if (ended && history.last_turn) {
    turn = index(history.last_turn->seat);
    round = used_boxes(history.cards[static_cast<std::size_t>(index(history.last_turn->seat))]);
    dice = json_of(history.last_turn->dice);
  }
  const bool can_roll = onlooker.decides() && view.stage < last_stage;
  if (onlooker.decides())
    answers = {{"roll", can_roll ? Json(Screen::typed(view, Keep{})) : Json()},
               {"hold", can_roll ? Json(hold_word) : Json()}};
  for (const int total : view.totals) totals.push_back(total);
  return {{"round", round},
          {"rounds", rounds},
          {"turn", std::move(turn)},
          {"roll", rolled ? view.stage + 1 : 0},
          {"rolls", rolls_a_turn},
          {"dice", std::move(dice)},
          {"held", std::move(held)},
          {"lines", lines_of(deciding ? &*deciding : nullptr, onlooker.decides())},
          {"cards", cards_of(view, onlooker, history)},
          {"totals", std::move(totals)},
          {"answers", std::move(answers)}};
}

Scene::Teller::Teller(const Rules& rules, int seats, const Chance& chance)
    : rules_(rules), chance_(chance), state_(rules.start(seats, chance)) {
  remember_cards();
}

void Scene::Teller::remember_cards() {
  history_.cards.assign(state_.cards.begin(), state_.cards.begin() + state_.seats);
}

Json Scene::Teller::opening() const {
  Json events = Json::array();
  events.push_back({{"key", "yahtzee.begins"}, {"players", state_.seats}});
  add_next(events, /*round_before=*/-1);
  return events;
}

Json Scene::Teller::played(Seat, const Move& move) {
  Json events = Json::array();
  add_first_roll(events);
  history_.last_turn.reset();
  if (const auto* kept = std::get_if<Keep>(&move))
    keep(events, *kept);
  else
    score(events, std::get<Score>(move));
  return events;
}

Json Scene::Teller::retired(Seat seat) {
  Json events = Json::array();
  const int round = state_.round;
  if (rules_.turn(state_) == ToMove(seat)) add_first_roll(events);
  rules_.retire(state_, seat, chance_);
  history_.last_turn.reset();
  history_.held.clear();
  events.push_back(event("yahtzee.left", seat));
  events.back()["total"] = history_.cards[static_cast<std::size_t>(index(seat))].total();
  add_next(events, round);
  return events;
}

void Scene::Teller::add_first_roll(Json& events) const {
  if (state_.stage != 0) return;
  events.push_back(event("yahtzee.rolled", *rules_.turn(state_)));
  events.back()["roll"] = 1;
  events.back()["dice"] = json_of(state_.dice);
}

void Scene::Teller::keep(Json& events, const Keep& keep) {
  Json held = Json::array();
  for (std::size_t i = 0; i < keep.count; ++i) held.push_back(state_.dice[keep.dice[i]]);
  Json told = event(keep.count == 0 ? "yahtzee.rolled" : "yahtzee.held", *rules_.turn(state_));
  const bool rolled = rolls_after(keep);
  told["roll"] = state_.stage + 1;
  if (keep.count > 0) told["held"] = std::move(held);
  if (!rolled) return;
  told["dice"] = json_of(state_.dice);
  events.push_back(std::move(told));
  history_.held.clear();
  for (std::uint8_t i = 0; i < keep.count; ++i)
    history_.held.push_back(rules_.options().for_people
                                ? keep.dice[i]
                                : static_cast<std::uint8_t>(dice_rolled - keep.count + i));
  std::ranges::sort(history_.held);
}

void Scene::Teller::score(Json& events, const Score& score) {
  const Seat seat = *rules_.turn(state_);
  const auto mover = static_cast<std::size_t>(index(seat));
  const int round = state_.round;
  const Card before = state_.cards[mover];
  history_.last_turn = {seat, state_.dice};
  const bool rolled = rolls_after(score);
  const Card& after = state_.cards[mover];
  history_.held.clear();
  remember_cards();
  Json told = event("yahtzee.scored", seat);
  told["box"] = name(score.category);
  told["score"] = after.box(score.category);
  told["total"] = after.total();
  events.push_back(std::move(told));
  const auto bonus = [&](std::string_view key, int gained) {
    if (gained == 0) return;
    events.push_back(event(key, seat));
    events.back()["score"] = gained;
  };
  bonus("yahtzee.yahtzee_bonus", after.yahtzee_bonus() - before.yahtzee_bonus());
  bonus("yahtzee.upper_bonus", after.upper_bonus() - before.upper_bonus());
  if (rolled) add_next(events, round);
}

// Plays the move; false if the listed dice do not suffice for the next roll.
bool Scene::Teller::rolls_after(const Move& move) {
  try {
    rules_.apply(state_, move, chance_);
    return true;
  } catch (const DiceRanOut&) {
    return false;
  }
}

// Tells a new round, or the result if the game is over.
void Scene::Teller::add_next(Json& events, int round_before) const {
  if (rules_.turn(state_)) {
    if (state_.round != round_before)
      events.push_back({{"key", "yahtzee.round"}, {"round", state_.round + 1}});
    return;
  }
  const Points points = rules_.points(state_);
  const std::uint64_t top = on_top({points.begin(), points.end()}, state_.retired);
  Json totals = Json::array(), winners = Json::array();
  for (int seat = 0; seat < points.size(); ++seat) {
    totals.push_back(points[seat]);
    if ((top >> seat & 1) != 0) winners.push_back(seat);
  }
  Json told{{"totals", std::move(totals)}};
  if (points.size() == 1) {
    told.update({{"key", "yahtzee.over"}, {"seat", 0}, {"total", points[0]}});
  } else if (winners.empty()) {
    told["key"] = "yahtzee.nobody";
  } else {
    told["total"] = points[winners.front().get<int>()];
    if (winners.size() == 1)
      told.update({{"key", "yahtzee.won"}, {"seat", winners.front()}});
    else
      told.update({{"key", "yahtzee.tied"}, {"seats", std::move(winners)}});
  }
  events.push_back(std::move(told));
}

}  // namespace hilltop::yahtzee
