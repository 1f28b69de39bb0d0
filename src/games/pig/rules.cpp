#include "games/pig/rules.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

namespace hilltop::pig {
namespace {

int seats_in_play(const State& state) { return state.seats - std::popcount(state.left); }

// The next seat that is still in the game begins its turn; at the last round's end the game ends.
void pass(State& state) {
  state.turn_total = 0;
  state.rolls = 0;
  do {
    state.mover = (state.mover + 1) % state.seats;
    if (state.mover == 0) ++state.round;
  } while (state.has_left(state.mover));
  state.over = state.round >= rounds_max;
}

int highest_score(const State& state, int except) {
  int highest = 0;
  for (int seat = 0; seat < state.seats; ++seat)
    if (seat != except && !state.has_left(seat)) highest = std::max(highest, state.score(seat));
  return highest;
}

}  // namespace

int State::best_opponent() const { return highest_score(*this, mover); }

std::expected<Rules, Problem> Rules::under(std::string_view rule_set, const Switches& switches) {
  if (rule_set != "standard") {
    const std::vector<std::string> known{"standard"};
    return std::unexpected(Problem{"pig has no rule set '" + std::string(rule_set) + "'" +
                                   suggestion(rule_set, known)});
  }
  SwitchReader reader(switches);
  const int target = reader.whole("target", target_default, target_min, target_max);
  if (auto problem = reader.problem()) return std::unexpected(*std::move(problem));
  return Rules(target);
}

Switches Rules::switches() const { return {{"target", std::int64_t{target_}}}; }

State Rules::start(int seats, const Chance&) const {
  if (!seat_range.holds(seats)) throw std::logic_error("pig: the number of seats is out of range");
  State state;
  state.seats = seats;
  state.target = target_;
  return state;
}

ToMove Rules::turn(const State& now) {
  if (now.over) return std::nullopt;
  return Seat(static_cast<std::uint8_t>(now.mover));
}

Refusal Rules::refusal(const View& view, Move move) {
  switch (move) {
    case Move::roll:
      if (view.hold_wins()) return "a hold wins: no further roll is allowed";
      return {};
    case Move::hold:
      if (view.rolls == 0) return "a turn begins with a roll: hold after it";
      return {};
  }
  return "no such move";
}

void Rules::apply(State& next, Move move, const Chance& chance) {
  switch (move) {
    case Move::roll: return fall(next, next_die(next, chance));
    case Move::hold:
      next.over = next.hold_wins();
      next.scores[static_cast<std::size_t>(next.mover)] += next.turn_total;
      if (!next.over) pass(next);
      return;
  }
}

void Rules::fall(State& next, int die) {
  if (die == losing_face) return pass(next);
  next.turn_total += die;
  ++next.rolls;
}

void Rules::retire(State& next, Seat seat, const Chance&) {
  if (next.over) return;
  next.left |= 1u << index(seat);
  if (seats_in_play(next) == 1)
    next.over = true;
  else if (next.mover == index(seat))
    pass(next);
}

Points Rules::points(const State& now) {
  Points points(now.seats);
  if (!now.over) return points;
  const int highest = highest_score(now, /*except=*/-1);
  for (int seat = 0; seat < now.seats; ++seat)
    points[seat] = !now.has_left(seat) && now.score(seat) == highest;
  return points;
}

std::vector<Move> Rules::legal_moves(const View& view) {
  std::vector<Move> legal;
  for (const Move move : {Move::roll, Move::hold})
    if (refusal(view, move).empty()) legal.push_back(move);
  return legal;
}

Move Rules::substitute(const View& view) { return view.hold_wins() ? Move::hold : Move::roll; }

int Rules::next_die(const State& now, const Chance& chance) {
  const auto roll = static_cast<std::uint32_t>(now.round * rolls_a_turn_max + now.rolls);
  return static_cast<int>(chance.on(roll, static_cast<std::uint32_t>(now.mover)).below(faces)) + 1;
}

std::vector<Figure> figures(const State& state, Seat seat) {
  return {{"", "score", state.score(index(seat))}};
}

}  // namespace hilltop::pig
