#include "games/gomoku/rules.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

namespace hilltop::gomoku {
namespace {

// A rule set of RULES.md.
struct RuleSetTerms {
  std::string_view name;
  bool has_swap2;
  FirstToMove first_to_move;
  RowRule rows;
};
constexpr RuleSetTerms all_terms[] = {
    {"koth", true, FirstToMove::black, RowRule::five_or_more},
    {"swap2", true, FirstToMove::balance, RowRule::five_or_more},
    {"freestyle", false, FirstToMove::balance, RowRule::five_or_more},
    {"standard", false, FirstToMove::balance, RowRule::exactly_five},
    {"renju", false, FirstToMove::balance, RowRule::renju},
};

const RuleSetTerms* terms_of(std::string_view rule_set) {
  const auto* const found = std::ranges::find(all_terms, rule_set, &RuleSetTerms::name);
  return found == std::end(all_terms) ? nullptr : found;
}

std::optional<Problem> problem_of_size(const RuleSetTerms& terms, const Variant& variant,
                                       const Switches& switches) {
  const auto given = switches.find("size");
  if (given == switches.end() || given->second == SwitchValue(std::int64_t{variant.size}))
    return std::nullopt;
  if (!terms.has_swap2) return Problem{"switch 'size' takes 15 or 20"};
  return Problem{"switch 'size' is 15 under " + std::string(terms.name) +
                 "; freestyle, standard and renju are played on 20 x 20 too"};
}

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
Refusal laying(const VariantBoard& board, std::initializer_list<Point> points) {
  for (const Point* point = points.begin(); point != points.end(); ++point) {
    if (!board.inside(*point))
      return board.size() == board_sizes.front() ? "coordinates are 0 to 14"
                                                 : "coordinates are 0 to 19";
    if (!board.free(*point)) return "the point is occupied";
    if (std::find(points.begin(), point, *point) != point) return "the same point twice";
  }
  return {};
}

// Refuses Black's forbidden points (G15).
Refusal refused(Foul foul) {
  switch (foul) {
    case Foul::none: return {};
    case Foul::overline: return "renju forbids black a row of six or more";
    case Foul::double_four: return "renju forbids black two fours at once";
    case Foul::double_three: return "renju forbids black two threes at once";
  }
  std::unreachable();
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
    if (const Refusal why = laying(now.board, {move.point}); !why.empty()) return why;  // G5
    return refused(now.board.foul(move.point, now.to_move));
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
    ++next.turn;
    next.to_move = other(next.to_move);
    if (next.phase != Phase::over && passes()) next.to_move = other(next.to_move);  // G16
  }

  // Only Black under renju can be without a legal point while one is free.
  bool passes() const {
    return next.board.variant().rows == RowRule::renju && next.to_move == Colour::black &&
           !next.board.may_lay(Colour::black);
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

Variant variant_of(std::string_view rule_set, const Switches& switches) {
  const RuleSetTerms* const terms = terms_of(rule_set);
  if (terms == nullptr) return {};
  Variant variant{board_sizes.front(), terms->rows};
  const auto given = switches.find("size");
  const auto* const size =
      given == switches.end() ? nullptr : std::get_if<std::int64_t>(&given->second);
  if (size != nullptr && !terms->has_swap2 && *size == board_sizes.back())
    variant.size = board_sizes.back();
  return variant;
}

std::expected<Rules, Problem> Rules::under(std::string_view rule_set, const Switches& switches) {
  static const std::vector<std::string> rules_of_first_move{"black", "balance"};
  const RuleSetTerms* const terms = terms_of(rule_set);
  if (terms == nullptr) {
    std::vector<std::string> rule_sets;
    for (const RuleSetTerms& each : all_terms) rule_sets.emplace_back(each.name);
    return std::unexpected(Problem{"unknown rule set '" + std::string(rule_set) + "' of gomoku" +
                                   suggestion(rule_set, rule_sets)});
  }
  if (!terms->has_swap2 && switches.contains("first_to_move"))
    return std::unexpected(
        Problem{"switch 'first_to_move' is for the rules koth and swap2: under " +
                std::string(rule_set) + " the colours take turns, black first"});
  SwitchReader reader(switches);
  FirstToMove first = terms->first_to_move;
  if (terms->has_swap2)
    first = reader.word("first_to_move", first == FirstToMove::black ? "black" : "balance",
                        rules_of_first_move) == "black"
                ? FirstToMove::black
                : FirstToMove::balance;
  const Variant variant = variant_of(rule_set, switches);
  if (const auto problem = problem_of_size(*terms, variant, switches))
    return std::unexpected(*problem);
  // Checked above; the reader learns its name.
  (void)reader.whole("size", variant.size, variant.size, variant.size);
  const std::vector<int> numbers = reader.numbers("openings", opening_end, opening_number_max);
  const int agreed_draw = reader.whole("agreed_draw", 0, 1, longest);
  if (const auto problem = reader.problem()) return std::unexpected(*problem);
  Rules rules(first, terms->has_swap2, variant);
  rules.agreed_draw_ = agreed_draw;
  if (numbers.empty()) return rules;
  auto openings = Openings::of(numbers, variant);
  if (!openings)
    return std::unexpected(Problem{"switch 'openings': " + std::move(openings).error()});
  rules.openings_ = std::make_shared<const Openings>(*std::move(openings));
  return rules;
}

Switches Rules::switches() const {
  Switches all;
  // With Swap2 there is one size, and the keys of such contests are older than the switch.
  if (has_swap2_)
    all.emplace("first_to_move",
                std::string(first_to_move_ == FirstToMove::black ? "black" : "balance"));
  else
    all.emplace("size", std::int64_t{variant_.size});
  // Left out without openings: the keys of such contests are older than the switch.
  if (openings_ != nullptr) all.emplace("openings", openings_->numbers());
  if (agreed_draw_ != 0) all.emplace("agreed_draw", std::int64_t{agreed_draw_});
  return all;
}

OpeningStones Rules::opening(const Chance& chance) const {
  return openings_ == nullptr ? OpeningStones{} : openings_->dealt(chance);
}

Rules::State Rules::start(int, const Chance& chance) const {
  if (openings_ != nullptr || !has_swap2_) return begin_at(opening(chance));
  State state;
  state.first_to_move = first_to_move_;
  return state;
}

Rules::State Rules::begin_at(const OpeningStones& opening) const {
  State state;
  state.first_to_move = first_to_move_;
  state.board = board_of(opening, variant_);
  if (!opening.empty()) state.last_stone = opening.back();
  state.black = opener;
  state.to_move = first_mover(first_to_move_, state.board.stones());
  state.phase = Phase::stones;
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
  if (agreed_draw_ != 0 && state.phase == Phase::stones && decisions(state) >= agreed_draw_)
    state.phase = Phase::over;  // G17
}

// Each turn lays one stone, and the stones before the first one tell how the game was opened: three
// after "take black", four after "take white", five after two more stones and a pick.
int Rules::decisions(const State& state) const {
  if (openings_ != nullptr || !has_swap2_) return state.turn;
  constexpr int stones_before_a_pick = 5;
  return state.turn + (state.board.stones() - state.turn == stones_before_a_pick ? 3 : 2);
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
  if (view.phase == Phase::choosing) return choices_offered(view.board.free_points());
  std::vector<Move> moves;
  for (const Point point : view.board.legal_points(view.to_move)) moves.push_back(Place{point});
  return moves;
}

}  // namespace hilltop::gomoku
