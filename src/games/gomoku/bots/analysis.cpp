#include "games/gomoku/bots/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "games/gomoku/bots/bots.hpp"
#include "games/gomoku/engine/evaluation_values.hpp"
#include "games/gomoku/engine/score.hpp"

namespace hilltop::gomoku {
namespace {

constexpr std::int64_t nodes_of_analysis = 100'000;
// A search of the position after a stone looks further than the one before it, so their views
// differ a little whatever is played.
constexpr double drop_min = 0.05;

// The engine's evaluation is fitted to results as a logit.
double chance_of(int score) {
  if (is_proved(score)) return is_win(score) ? 1 : 0;
  return 1 / (1 + std::exp(-score / static_cast<double>(EvaluationTables::points_per_logit)));
}

bool can_win(const VariantBoard& board, Colour colour) {
  return std::ranges::any_of(board.points(), [&](Point point) {
    return board.would_win(point, colour) && board.legal(point, colour);
  });
}

std::string age_of(int stones) {
  constexpr std::array<int, 4> up_to{9, 19, 39, 400};
  int from = 0;
  for (const int last : up_to) {
    if (stones <= last)
      return last == up_to.back()
                 ? std::to_string(from) + " or more on the board"
                 : std::to_string(from) + " to " + std::to_string(last) + " on the board";
    from = last + 1;
  }
  return {};
}

}  // namespace

// Nobody thinks about the stone that wins or that stops a five.
DecisionKind Analysis::kind(const State& view, const Move& move) {
  const auto* const place = std::get_if<Place>(&move);
  if (place == nullptr) {
    if (view.phase == Phase::opening) return {"opens"};
    return {view.phase == Phase::choosing ? "answers the opening" : "picks a colour"};
  }
  VariantBoard board = view.board;
  const Colour mover = view.to_move;
  const bool could_win = can_win(board, mover), is_in_danger = can_win(board, other(mover));
  board.lay(place->point, mover);
  if (could_win) {
    const bool wins = board.wins_at(place->point);
    return {wins ? "wins" : "misses a five", wins};
  }
  if (is_in_danger) {
    const bool stops = !can_win(board, other(mover));
    return {stops ? "stops a five" : "lets a five be", stops};
  }
  if (can_win(board, mover)) return {"makes a four"};
  return {"quiet stone, " + age_of(view.board.stones())};
}

State Analysis::after(State state, const Move& move) const {
  rules_.apply(state, move, Chance(0, 0));  // no luck follows a move
  return state;
}

Analysis::Seen Analysis::looked_at(const State& state) {
  const ToMove seat = rules_.turn(state);
  if (!seat) {
    const double opener_wins = state.winner ? (*state.winner == opener ? 1 : 0) : 0.5;
    return {state, opener_wins, std::nullopt};
  }
  if (state.phase != Phase::stones) {
    const Move best = make_champion()->choose(state);
    return {state, chance(after(state, best), opener), best};
  }
  if (!player_) player_.emplace(state.board.size());
  const auto [best, found] = player_->choose(
      state.board, state.to_move,
      {.solver_nodes = VariantPlayer::solver_nodes_max / 2, .nodes = nodes_of_analysis});
  // What no search was needed for is as good as what follows from it.
  const double mover_wins =
      found ? chance_of(found->score) : chance(after(state, Place{best}), *seat);
  return {state, *seat == opener ? mover_wins : 1 - mover_wins, Place{best}};
}

const Analysis::Seen& Analysis::look_at(const State& state) {
  const auto known = std::ranges::find(seen_, state, &Seen::state);
  if (known != seen_.end()) return *known;
  Seen seen = looked_at(state);
  if (seen_.size() == seen_max) seen_.erase(seen_.begin());
  seen_.push_back(std::move(seen));
  return seen_.back();
}

double Analysis::chance(const State& state, Seat seat) {
  const double opener_wins = look_at(state).opener_wins;
  return seat == opener ? opener_wins : 1 - opener_wins;
}

std::vector<double> Analysis::chances(const State& state) {
  return {chance(state, opener), chance(state, chooser)};
}

std::optional<Judgement<Move>> Analysis::judged(const State& view, const Move& move) {
  const Seat seat = *rules_.turn(view);
  const Seen& before = look_at(view);
  const Move best = *before.best;
  const double expected = seat == opener ? before.opener_wins : 1 - before.opener_wins;
  const double drop = move == best ? 0 : expected - chance(after(view, move), seat);
  return Judgement<Move>{drop < drop_min ? 0 : drop, best};
}

}  // namespace hilltop::gomoku
