#pragma once
#include <memory>
#include <tuple>
#include <utility>

#include "arena/analyst.hpp"
#include "core/analysis.hpp"
#include "match/luck.hpp"
#include "match/session.hpp"
#include "play/batch_player.hpp"

namespace hilltop::arena {

using play::HasAnalysis;
using play::HasLuck;

// The analysis of a game that hides nothing may tell each seat's first worth in any position: of a
// game without luck the curve is of that.
template <class A, class R>
concept TellsChances = requires(A& analysis, const View<R>& view) {
  { analysis.chances(view) } -> std::same_as<std::vector<double>>;
};

// The Analyst of the game that a folder's Module presents.
template <HasAnalysis E>
class AnalystOf final : public Analyst {
  using R = typename E::Rules;
  using Analysis = typename E::Analysis;
  static constexpr std::size_t worths = std::size(Analysis::worths);

 public:
  // `rules` must outlive it.
  explicit AnalystOf(const R& rules) : rules_(rules), analysis_(rules) {}

  std::expected<LuckOfGame, Problem> luck(const Record& record,
                                          std::span<const std::string> house_bots) override {
    auto game = played(record, [](const View<R>&, Seat, const Move<R>*) {});
    if (!game) return std::unexpected(std::move(game).error());
    LuckOfGame luck;
    if constexpr (HasLuck<E>) {
      analysis_.seat(house_bots);
      for_each_worth([&](std::size_t, auto& worth) {
        const auto nothing = [](const LuckStep&) {};
        GameLuck<R, typename Analysis::Events, std::remove_reference_t<decltype(worth)>> told(
            rules_, game->seats, record.chance(), worth);
        for (const Step& step : game->steps)
          step.move ? told.played(step.seat, *step.move, nothing)
                    : told.retired(step.seat, nothing);
        luck.push_back(luck_of_seats(told, game->seats));
      });
    }
    return luck;
  }

  void play(const play::Batch& batch, const play::Conditions& conditions,
            const TellLuck& tell) override {
    if constexpr (HasLuck<E>) {
      std::vector<std::string> house_bots;
      for (const play::Entrant* entrant : batch.entrants)
        house_bots.push_back(known_player(*entrant));
      play::PlayedLuck<E> luck(rules_, analysis_, std::move(house_bots), tell);
      play::BatchPlayer<E> player(rules_, {}, batch, conditions, nullptr, &luck);
      auto result = tournament::BatchResult::none(batch.first_game, batch.entrants.size());
      const std::uint32_t end = batch.first_game + batch.games;
      for (std::uint32_t game = batch.first_game; game < end;)
        game += player.play(game, end, result);
    }
  }

  std::expected<AnalysedGame, Problem> analyse(const Record& record,
                                               std::span<const std::string> house_bots,
                                               bool asks_for_best) override {
    AnalysedGame found;
    std::size_t step = 0;
    auto game = played(record, [&](const View<R>& view, Seat seat, const Move<R>* move) {
      ++step;
      if constexpr (TellsChances<Analysis, R>) found.curve.push_back(analysis_.chances(view));
      if (move != nullptr)
        found.decisions.push_back(decision(view, step, seat, *move, asks_for_best));
    });
    if (!game) return std::unexpected(std::move(game).error());
    if constexpr (HasLuck<E>) {
      analysis_.seat(house_bots);
      for_each_worth([&](std::size_t number, auto& worth) {
        tell_luck(*game, record.chance(), number, worth, found);
      });
    }
    if constexpr (TellsChances<Analysis, R>)
      found.curve.push_back(analysis_.chances(rules_.view(*game->end, Seat(0))));
    if (asks_for_best) drop_needless_bests(found);
    return found;
  }

 private:
  struct Step {
    Seat seat;
    std::optional<Move<R>> move;  // nullopt: the seat left
  };
  struct Played {
    int seats;
    std::vector<Step> steps;
    std::optional<State<R>> end;  // after them
  };

  // Replays a record. Calls `before(view, seat, move)` before each step; a null move: it leaves.
  template <class Before>
  std::expected<Played, Problem> played(const Record& record, Before&& before) const {
    Played game{static_cast<int>(record.players.size()), {}, {}};
    if (!rules_.seats().holds(game.seats))
      return std::unexpected(
          Problem{"the record has a number of seats that these rules do not have"});
    const Chance chance = record.chance();
    try {
      Session<R> session(rules_, game.seats, chance);
      State<R> now = rules_.start(game.seats, chance);  // a step behind
      const auto over =
          replay<R, typename E::Text>(session, record, [&](Seat seat, const Move<R>* move) {
            before(rules_.view(now, seat), seat, move);
            game.steps.push_back({seat, move == nullptr ? std::nullopt : std::optional(*move)});
            move == nullptr ? rules_.retire(now, seat, chance) : rules_.apply(now, *move, chance);
          });
      if (!over) return std::unexpected(over.error());
      if (session.pending())
        return std::unexpected(Problem{"the record ends before the game does"});
      game.end = std::move(now);
    } catch (const ListRanOut& ran_out) {
      return std::unexpected(Problem{ran_out.what()});
    }
    return game;
  }

  template <class Visit>
  void for_each_worth(Visit&& visit) {
    std::size_t number = 0;
    std::apply([&](auto&... each) { (visit(number++, each), ...); }, analysis_.of_worths());
  }

  template <class Told>
  static std::vector<SeatLuck> luck_of_seats(const Told& told, int seats) {
    std::vector<SeatLuck> luck;
    for (int seat = 0; seat < seats; ++seat) luck.push_back(told[seat]);
    return luck;
  }

  AnalysedDecision decision(const View<R>& view, std::size_t step, Seat seat, const Move<R>& move,
                            bool asks_for_best) {
    DecisionKind kind = analysis_.kind(view, move);
    AnalysedDecision decision{.step = step,
                              .seat = seat,
                              .done = E::Text::write(move),
                              .kind = std::move(kind.name),
                              .is_forced = kind.is_forced,
                              .losses = {}};
    const auto judged = kind.is_forced ? std::nullopt : analysis_.judged(view, move);
    if (kind.is_forced) {
      decision.losses.assign(worths, 0.);
    } else if (judged) {
      decision.losses = {judged->loss};
    }
    if constexpr (play::HasAdvice<E>) {
      if (!asks_for_best) return decision;
      decision.done_typed = E::Screen::typed(view, move);
      if (kind.is_forced) return decision;
      const Move<R> best = judged ? judged->best : E::advise(view).choices.front().move;
      decision.best = E::Text::write(best);
      decision.best_typed = E::Screen::typed(view, best);
    }
    return decision;
  }

  // Adds what one worth tells of a game.
  template <class W>
  void tell_luck(const Played& game, const Chance& chance, std::size_t number, W& worth,
                 AnalysedGame& found) {
    std::size_t step = 0, event = 0, next = 0;
    std::vector<std::string> fell = number == 0 ? fallen(game, chance) : std::vector<std::string>();
    const auto tell = [&](const LuckStep& change) {
      if (change.decides) {
        AnalysedDecision& decision = found.decisions[next];
        const auto mover = static_cast<std::size_t>(index(*change.decides));
        // A loss by what the seat could see, and that of a forced decision, are known already.
        if (decision.losses.size() == number && decision.step == step)
          decision.losses.push_back(change.from[mover] - change.to[mover]);
        return;
      }
      if (number == 0) found.events.push_back({step, std::move(fell[event]), {}});
      std::vector<double>& luck = found.events[event++].luck.emplace_back();
      for (std::size_t seat = 0; seat < change.to.size(); ++seat)
        luck.push_back(change.to[seat] - change.from[seat]);
    };
    GameLuck<R, typename Analysis::Events, W> told(rules_, game.seats, chance, worth, tell);
    const auto add_to_curve = [&](std::span<const double> worths_now) {
      if (number == 0) found.curve.emplace_back(worths_now.begin(), worths_now.end());
    };
    add_to_curve(told.worths());
    for (const Step& each : game.steps) {
      ++step;
      if (each.move) {
        told.played(each.seat, *each.move, tell);
        ++next;
      } else {
        told.retired(each.seat, [&](const LuckStep& change) {
          if (!change.decides) tell(change);
        });
      }
      add_to_curve(told.worths());
    }
    found.luck.push_back(luck_of_seats(told, game.seats));
  }

  // Returns what fell in a game, in order.
  std::vector<std::string> fallen(const Played& game, const Chance& chance) const {
    std::vector<std::string> all;
    const auto tell = [&](const typename Analysis::Events::Event& event) {
      all.push_back(Analysis::fallen(event));
    };
    State<R> state = Analysis::Events::start(rules_, game.seats, chance, tell);
    for (const Step& step : game.steps)
      step.move ? Analysis::Events::apply(rules_, state, *step.move, chance, tell)
                : Analysis::Events::retire(rules_, state, step.seat, chance, tell);
    return all;
  }

  // Where a decision gave up nothing, it was as good as what the adviser names.
  static void drop_needless_bests(AnalysedGame& game) {
    for (AnalysedDecision& decision : game.decisions)
      if (!decision.losses.empty() &&
          std::ranges::all_of(decision.losses, [](double loss) { return loss < loss_min; }))
        decision.best.reset();
  }

  static constexpr double loss_min = 1e-9;  // less is rounding

  const R& rules_;
  Analysis analysis_;
};

}  // namespace hilltop::arena
