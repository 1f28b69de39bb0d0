#include "games/gomoku/rules.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

namespace hilltop::gomoku {
namespace {

Refusal asked_for(Phase phase) {
  switch (phase) {
    case Phase::opening: return "the opening is two black stones and a white one";
    case Phase::choosing:
      return "the choice is to take black, to take white or to place two stones";
    case Phase::picking: return "a colour is to be picked";
    case Phase::stones: return "one stone is to be placed";
    case Phase::over: return "the game is over";
  }
  std::unreachable();
}

// Refuses stones that are not on different, free points of the board (G1, G5).
Refusal laying(const Board& board, std::initializer_list<Point> points) {
  for (const Point* point = points.begin(); point != points.end(); ++point) {
    if (!on_board(*point)) return "coordinates are 0 to 14";
    if (!board.free(*point)) return "the point is occupied";
    if (std::find(points.begin(), point, *point) != point) return "the same point twice";
  }
  return {};
}

// When each move is legal; its effect follows below, in the same order.
struct Legality {
  const State& now;

  Refusal operator()(const Open& move) const {
    if (now.phase != Phase::opening) return asked_for(now.phase);
    return laying(now.board, {move.first_black, move.second_black, move.white});  // G6
  }
  Refusal operator()(const TakeBlack&) const {
    if (now.phase != Phase::choosing) return asked_for(now.phase);
    return {};  // G7.1
  }
  Refusal operator()(const TakeWhite& move) const {
    if (now.phase != Phase::choosing) return asked_for(now.phase);
    return laying(now.board, {move.white});  // G7.2
  }
  Refusal operator()(const PlaceTwo& move) const {
    if (now.phase != Phase::choosing) return asked_for(now.phase);
    return laying(now.board, {move.black, move.white});  // G7.3
  }
  Refusal operator()(const PickColour&) const {
    if (now.phase != Phase::picking) return asked_for(now.phase);
    return {};  // G7.3
  }
  Refusal operator()(const Place& move) const {
    if (now.phase != Phase::stones) return asked_for(now.phase);
    return laying(now.board, {move.point});  // G5
  }
};

struct Effect {
  State& next;

  void operator()(const Open& move) const {
    lay(move.first_black, Colour::black);
    lay(move.second_black, Colour::black);
    lay(move.white, Colour::white);
    next.phase = Phase::choosing;
  }
  void operator()(const TakeBlack&) const { settle(chooser); }
  void operator()(const TakeWhite& move) const {
    lay(move.white, Colour::white);
    settle(opener);
  }
  void operator()(const PlaceTwo& move) const {
    lay(move.black, Colour::black);
    lay(move.white, Colour::white);
    next.phase = Phase::picking;
  }
  void operator()(const PickColour& move) const {
    settle(move.colour == Colour::black ? opener : chooser);
  }
  void operator()(const Place& move) const {
    lay(move.point, next.to_move);
    if (next.board.wins_at(move.point)) next.winner = seat_of(next, next.to_move);  // G2, G3
    if (next.winner || next.board.full()) next.phase = Phase::over;                 // G4
    next.to_move = other(next.to_move);
    ++next.turn;
  }

  void lay(Point point, Colour colour) const {
    next.board.lay(point, colour);
    next.last_stone = point;
  }
  void settle(Seat black) const {
    next.black = black;
    next.to_move = first_mover(next.first_to_move, next.board.stones());
    next.phase = Phase::stones;
  }
};

std::vector<Move> openings_offered() {
  constexpr std::pair<std::size_t, std::size_t> strides[] = {{1, 16}, {75, 150}, {112, 30}};
  std::vector<Move> moves;
  const auto point = [](std::size_t i) { return all_points[i % all_points.size()]; };
  for (const auto& [black, white] : strides)
    for (std::size_t i = 0; i < all_points.size(); ++i)
      moves.push_back(Open{point(i), point(i + black), point(i + white)});
  return moves;
}

std::vector<Move> choices_offered(const std::vector<Point>& free) {
  std::vector<Move> moves{TakeBlack{}};
  for (const Point point : free) moves.push_back(TakeWhite{point});
  for (const std::size_t stride : {std::size_t{1}, free.size() / 2})
    for (std::size_t i = 0; i < free.size(); ++i)
      moves.push_back(PlaceTwo{free[i], free[(i + stride) % free.size()]});
  return moves;
}

}  // namespace

std::optional<Colour> colour_of(const State& state, Seat seat) {
  if (!state.black) return std::nullopt;
  return *state.black == seat ? Colour::black : Colour::white;
}

Seat seat_of(const State& state, Colour colour) {
  return colour == Colour::black ? state.black.value() : opponent(state.black.value());
}

Colour first_mover(FirstToMove rule, int stones) {
  // Three or five stones have one more black; four have two of each.
  if (rule == FirstToMove::black || stones % 2 == 0) return Colour::black;
  return Colour::white;
}

std::expected<Rules, Problem> Rules::under(std::string_view rule_set, const Switches& switches) {
  static const std::vector<std::string> rule_sets{"koth", "swap2"};
  static const std::vector<std::string> rules_of_first_move{"black", "balance"};
  if (rule_set != "koth" && rule_set != "swap2")
    return std::unexpected(Problem{"unknown rule set '" + std::string(rule_set) + "' of gomoku" +
                                   suggestion(rule_set, rule_sets)});
  SwitchReader reader(switches);
  const std::string first =
      reader.word("first_to_move", rule_set == "koth" ? "black" : "balance", rules_of_first_move);
  if (const auto problem = reader.problem()) return std::unexpected(*problem);
  return Rules(first == "black" ? FirstToMove::black : FirstToMove::balance);
}

Switches Rules::switches() const {
  return {
      {"first_to_move", std::string(first_to_move_ == FirstToMove::black ? "black" : "balance")}};
}

Rules::State Rules::start(int, const Chance&) const {
  State state;
  state.first_to_move = first_to_move_;
  return state;
}

ToMove Rules::turn(const State& state) const {
  switch (state.phase) {
    case Phase::opening: return opener;
    case Phase::choosing: return chooser;
    case Phase::picking: return opener;
    case Phase::stones: return seat_of(state, state.to_move);
    case Phase::over: return std::nullopt;
  }
  std::unreachable();
}

Refusal Rules::refusal(const View& view, const Move& move) const {
  return std::visit(Legality{view}, move);
}

void Rules::apply(State& state, const Move& move, const Chance&) const {
  std::visit(Effect{state}, move);
}

void Rules::retire(State& state, Seat seat, const Chance&) const {
  state.winner = opponent(seat);  // G9
  state.phase = Phase::over;
}

Points Rules::points(const State& state) const {
  Points points(2);  // G10
  if (state.winner) points[index(*state.winner)] = 1;
  return points;
}

std::vector<Move> Rules::legal_moves(const View& view) const {
  if (view.phase == Phase::opening) return openings_offered();
  if (view.phase == Phase::picking) return {PickColour{Colour::black}, PickColour{Colour::white}};
  if (view.phase == Phase::over) return {};
  std::vector<Point> free;
  for (const Point point : all_points)
    if (view.board.free(point)) free.push_back(point);
  if (view.phase == Phase::choosing) return choices_offered(free);
  std::vector<Move> moves;
  for (const Point point : free) moves.push_back(Place{point});
  return moves;
}

}  // namespace hilltop::gomoku
