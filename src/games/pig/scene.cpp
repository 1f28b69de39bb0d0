#include "games/pig/scene.hpp"

#include <nlohmann/json.hpp>

#include "games/pig/screen.hpp"

namespace hilltop::pig {
namespace {

Json answer(const State& view, Move move) {
  return Rules::refusal(view, move).empty() ? Json(Screen::typed(view, move)) : Json();
}

}  // namespace

Json Scene::table(const State& view, const Onlooker& onlooker, const History& history) {
  Json scores = Json::array(), last_roll, answers;
  for (int seat = 0; seat < view.seats; ++seat) scores.push_back(view.score(seat));
  if (const auto& roll = history.last_roll)
    last_roll = {{"seat", index(roll->seat)}, {"die", roll->die}};
  if (onlooker.decides())
    answers = {{"roll", answer(view, Move::roll)}, {"hold", answer(view, Move::hold)}};
  return {{"target", view.target},
          {"scores", std::move(scores)},
          {"turn_total", view.over ? 0 : view.turn_total},
          {"score_if_held", view.over ? Json() : Json(view.my_score() + view.turn_total)},
          {"hold_wins", !view.over && view.hold_wins()},
          {"last_roll", std::move(last_roll)},
          {"answers", std::move(answers)}};
}

Json Scene::Teller::opening() const {
  return Json::array({{{"key", "pig.begins"}, {"target", state_.target}}});
}

Json Scene::Teller::played(Seat seat, Move move) {
  Json events = Json::array();
  if (move == Move::roll)
    events.push_back(rolled(seat));
  else
    events.push_back({{"key", "pig.held"},
                      {"seat", index(seat)},
                      {"held", state_.turn_total},
                      {"score", state_.my_score() + state_.turn_total}});
  Rules::apply(state_, move, chance_);
  add_end(events);
  return events;
}

Json Scene::Teller::rolled(Seat seat) {
  const int die = Rules::next_die(state_, chance_);
  history_.last_roll = {seat, die};
  if (die == losing_face)
    return {{"key", "pig.lost_turn"},
            {"seat", index(seat)},
            {"die", die},
            {"score", state_.my_score()}};
  return {{"key", "pig.rolled"},
          {"seat", index(seat)},
          {"die", die},
          {"turn_total", state_.turn_total + die}};
}

Json Scene::Teller::retired(Seat seat) {
  Rules::retire(state_, seat, chance_);
  Json events = Json::array();
  events.push_back(
      {{"key", "pig.left"}, {"seat", index(seat)}, {"score", state_.score(index(seat))}});
  add_end(events);
  return events;
}

// Tells the result if the game is over.
void Scene::Teller::add_end(Json& events) const {
  if (!state_.over) return;
  const Points points = Rules::points(state_);
  Json winners = Json::array();
  for (int seat = 0; seat < state_.seats; ++seat)
    if (points[seat] > 0) winners.push_back(seat);
  const int score = state_.score(winners.front().get<int>());
  if (winners.size() == 1)
    events.push_back({{"key", "pig.won"}, {"seat", winners.front()}, {"score", score}});
  else
    events.push_back({{"key", "pig.tied"}, {"seats", std::move(winners)}, {"score", score}});
}

}  // namespace hilltop::pig
