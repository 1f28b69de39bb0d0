#include "games/tictactoe/scene.hpp"

#include <nlohmann/json.hpp>

#include "games/tictactoe/screen.hpp"

namespace hilltop::tictactoe {
namespace {

Json won(const State& state) {
  return {{"key", "tictactoe.won"}, {"seat", index(*state.winner)}, {"line", winning_line(state)}};
}

}  // namespace

Json Scene::table(const State& view, const Onlooker& onlooker, const History& history) {
  Json board = Json::array(), answers = Json::array();
  for (int cell = 1; cell <= cells; ++cell) {
    const auto& holder = view.board[static_cast<std::size_t>(cell - 1)];
    board.push_back(holder ? Json(index(*holder)) : Json());
    answers.push_back(Rules::refusal(view, {cell}).empty() ? Json(Screen::typed(view, {cell}))
                                                           : Json());
  }
  return {{"board", std::move(board)},
          {"marks", {std::string(1, mark(Seat(0))), std::string(1, mark(Seat(1)))}},
          {"last", history.last ? Json(history.last->cell) : Json()},
          {"line", winning_line(view)},
          {"answers", onlooker.decides() ? std::move(answers) : Json()}};
}

Json Scene::Teller::opening() const {
  return Json::array({{{"key", "tictactoe.begins"}, {"seat", 0}, {"other", 1}}});
}

Json Scene::Teller::played(Seat seat, Move move) {
  Rules::apply(state_, move, Chance(0, 0));
  history_.last = move;
  Json events = Json::array();
  events.push_back({{"key", "tictactoe.marked"},
                    {"seat", index(seat)},
                    {"cell", move.cell},
                    {"mark", std::string(1, mark(seat))}});
  if (state_.winner)
    events.push_back(won(state_));
  else if (state_.over())
    events.push_back({{"key", "tictactoe.tied"}});
  return events;
}

Json Scene::Teller::retired(Seat seat) {
  Rules::retire(state_, seat, Chance(0, 0));
  Json events = Json::array();
  events.push_back({{"key", "tictactoe.left"}, {"seat", index(seat)}});
  events.push_back(won(state_));
  return events;
}

}  // namespace hilltop::tictactoe
