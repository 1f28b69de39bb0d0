#include "games/gomoku/scene.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "games/gomoku/text.hpp"

namespace hilltop::gomoku {
namespace {

constexpr char free_point = '.';

Json json_of(Point point) { return {{"x", point.x}, {"y", point.y}}; }

Json json_of(std::optional<Colour> colour) { return colour ? Json(name(*colour)) : Json(); }

Json json_of(const std::vector<Point>& points) {
  Json list = Json::array();
  for (const Point point : points) list.push_back(json_of(point));
  return list;
}

// A way to answer: a word, and the stones to lay after it.
struct Form {
  std::string_view id, word;
  std::vector<Colour> stones;
  std::optional<Colour> plays;  // the colour of the seat that answers, from then on
};

std::vector<Form> forms_of(const State& view) {
  constexpr Colour black = Colour::black, white = Colour::white;
  switch (view.phase) {
    case Phase::opening: return {{"open", "", {black, black, white}, {}}};
    case Phase::choosing:
      return {{"take_black", "black", {}, black},
              {"take_white", "white", {white}, white},
              {"place_two", "two", {black, white}, {}}};
    case Phase::picking:
      return {{"pick_black", "black", {}, black}, {"pick_white", "white", {}, white}};
    case Phase::stones: return {{"lay", "", {view.to_move}, view.to_move}};
    case Phase::over: return {};
  }
  std::unreachable();
}

Json json_of(const Form& form, const State& view) {
  Json stones = Json::array();
  for (const Colour colour : form.stones) stones.push_back(name(colour));
  Json first;  // the colour that moves first after this answer, if it ends the opening
  if (view.phase == Phase::choosing || view.phase == Phase::picking)
    first = name(first_mover(view.first_to_move,
                             view.board.stones() + static_cast<int>(form.stones.size())));
  return {{"id", form.id},
          {"word", form.word},
          {"stones", std::move(stones)},
          {"plays", json_of(form.plays)},
          {"first", std::move(first)}};
}

Json rows_of(const VariantBoard& board) {
  Json rows = Json::array();
  for (int y = 0; y < board.size(); ++y) {
    std::string row;
    for (int x = 0; x < board.size(); ++x) {
      const auto colour = board.at({x, y});
      row += colour ? letter(*colour) : free_point;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Json winning_row(const State& state) {
  return json_of(state.last_stone ? state.board.winning_stones(*state.last_stone)
                                  : std::vector<Point>{});
}

// The free points on which the colour to move may not lay a stone (G15).
Json forbidden(const State& view) {
  std::vector<Point> points;
  if (view.phase == Phase::stones)
    std::ranges::copy_if(view.board.points(), std::back_inserter(points),
                         [&](Point point) { return view.board.forbidden(point, view.to_move); });
  return json_of(points);
}

Json event(std::string_view key, Seat seat) { return {{"key", key}, {"seat", index(seat)}}; }

// Tells a move, without its stones.
struct MoveTeller {
  Seat seat;

  Json operator()(const Open&) const { return event("gomoku.opened", seat); }
  Json operator()(const TakeBlack&) const { return coloured("gomoku.took", Colour::black); }
  Json operator()(const TakeWhite&) const { return coloured("gomoku.took", Colour::white); }
  Json operator()(const PlaceTwo&) const {
    Json placed = event("gomoku.placed_two", seat);
    placed["other"] = index(opponent(seat));
    return placed;
  }
  Json operator()(const PickColour& move) const { return coloured("gomoku.picked", move.colour); }
  Json operator()(const Place&) const { return {}; }

  Json coloured(std::string_view key, Colour colour) const {
    Json told = event(key, seat);
    told["colour"] = name(colour);
    return told;
  }
};

Json laid(Seat seat, const LaidStone& stone, std::size_t number) {
  Json told = event("gomoku.laid", seat);
  told["colour"] = name(stone.colour);
  told["x"] = stone.point.x;
  told["y"] = stone.point.y;
  told["number"] = number;
  return told;
}

Json ended(const State& state) {
  if (!state.winner) return {{"key", state.board.full() ? "gomoku.tied" : "gomoku.agreed"}};
  Json won = event("gomoku.won", *state.winner);
  won["colour"] = json_of(colour_of(state, *state.winner));
  won["row"] = winning_row(state);
  return won;
}

}  // namespace

Json Scene::table(const State& view, const Onlooker& onlooker, const History& history) {
  Json stones = Json::array(), answers, colours = Json::array();
  for (const LaidStone& stone : history.stones) {
    stones.push_back(json_of(stone.point));
    stones.back()["colour"] = name(stone.colour);
  }
  for (const Seat seat : {opener, chooser}) colours.push_back(json_of(colour_of(view, seat)));
  if (onlooker.decides()) {
    answers = Json::array();
    for (const Form& form : forms_of(view)) answers.push_back(json_of(form, view));
  }
  return {{"phase", name(view.phase)},
          {"rows", name(view.board.variant().rows)},
          {"size", view.board.size()},
          {"board", rows_of(view.board)},
          {"stones", std::move(stones)},
          {"forbidden", forbidden(view)},
          {"row", winning_row(view)},
          {"colours", std::move(colours)},
          {"next", view.phase == Phase::stones ? Json(name(view.to_move)) : Json()},
          {"answers", std::move(answers)}};
}

Json Scene::Teller::opening() const {
  Json begins = event(state_.phase == Phase::stones ? "gomoku.dealt" : "gomoku.begins", opener);
  begins["other"] = index(chooser);
  return Json::array({std::move(begins)});
}

Json Scene::Teller::played(Seat seat, const Move& move) {
  Json events = Json::array();
  if (Json told = std::visit(MoveTeller{seat}, move); !told.is_null())
    events.push_back(std::move(told));
  for (const LaidStone& stone : stones_of(state_, move)) {
    history_.stones.push_back(stone);
    events.push_back(laid(seat, stone, history_.stones.size()));
  }
  const bool opening = state_.phase != Phase::stones;
  const Colour mover = state_.to_move;
  rules_.apply(state_, move, chance_);
  if (opening && state_.phase == Phase::stones) {
    const Seat first = seat_of(state_, state_.to_move);
    events.push_back(MoveTeller{first}.coloured("gomoku.moves_first", state_.to_move));
  }
  if (!opening && state_.phase == Phase::stones && state_.to_move == mover)  // G16
    events.push_back(MoveTeller{opponent(seat)}.coloured("gomoku.passed", other(mover)));
  if (state_.phase == Phase::over) events.push_back(ended(state_));
  return events;
}

Json Scene::Teller::retired(Seat seat) {
  rules_.retire(state_, seat, chance_);
  Json events = Json::array();
  events.push_back(event("gomoku.left", seat));
  events.push_back(ended(state_));
  return events;
}

}  // namespace hilltop::gomoku
