#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/chance_events.hpp"

namespace hilltop {

// What a game's luck is counted in, and what its decisions cost: one Worth as people see it.
struct WorthInfo {
  std::string_view name;  // in JSON and CSV
  std::string_view unit;  // for people, as in "points"
  // The share of the win: those of all seats sum to one, and people see percent.
  bool is_share;
};

// How a decision counts: it is summed with others of its kind, in the words of the game. A forced
// one has no alternative, or none that anybody would take, and counts nowhere.
struct DecisionKind {
  std::string name;
  bool is_forced = false;
};

// A move as its seat could judge it.
template <class M>
struct Judgement {
  double loss;  // in the first worth
  M best;       // a move of no loss
};

// Optional part of a game's Module: what its games are analysed by. One object is used by one
// thread.
//   A::worths       the worths, the chance to win first
//   A::certainty    how sure the losses are, as in "exact"
//   A::knows()      whether games of these rules and so many seats are analysed
//   kind()          the kind of a decision, before it is taken
//   judged()        a move judged by what its seat can see; nullopt: its losses are by how much
//                   each worth falls, and the game's adviser knows the best one
template <class A, class R>
concept GameAnalysis =
    Game<R> && std::constructible_from<A, const R&> &&
    requires(A& analysis, const R& rules, int seats, const View<R>& view, const Move<R>& move) {
      { std::span<const WorthInfo>(A::worths) };
      { A::certainty } -> std::convertible_to<std::string_view>;
      { A::knows(rules, seats) } -> std::same_as<bool>;
      { analysis.kind(view, move) } -> std::same_as<DecisionKind>;
      { analysis.judged(view, move) } -> std::same_as<std::optional<Judgement<Move<R>>>>;
    };

// Such a part of a game with chance, whose luck it tells.
//   seat()          names the house bots that play, by seat; empty for other players, which a worth
//                   may know
//   of_worths()     a tuple with a reference to a Worth for each of A::worths
//   fallen()        what fell, for people
template <class A, class R>
concept LuckAnalysis =
    GameAnalysis<A, R> && VisibleChance<typename A::Events, R> &&
    requires(A& analysis, std::span<const std::string> house_bots, const A::Events::Event& event) {
      analysis.seat(house_bots);
      analysis.of_worths();
      { A::fallen(event) } -> std::same_as<std::string>;
    };

}  // namespace hilltop
