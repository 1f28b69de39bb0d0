#pragma once
#include <algorithm>
#include <memory>

#include "arena/analyst_of.hpp"
#include "arena/asking.hpp"
#include "arena/catalog.hpp"
#include "arena/game_session_of.hpp"
#include "arena/puzzle_judge_of.hpp"
#include "arena/scenery.hpp"
#include "play/playable_game_of.hpp"

namespace hilltop::arena {

// The AnyGame of the game that a folder's Module presents (docs/adding-a-game.md).
template <class E>
class AnyGameOf final : public play::PlayableGameOf<E, AnyGame> {
  using R = typename E::Rules;
  using Playable = play::PlayableGameOf<E, AnyGame>;
  using Playable::hello, Playable::rules, Playable::with_arguments;

 public:
  static std::expected<std::unique_ptr<AnyGame>, Problem> under(std::string_view rules_name,
                                                                const Switches& switches) {
    auto rules = R::under(rules_name, switches);
    if (!rules) return std::unexpected(std::move(rules).error());
    return std::unique_ptr<AnyGame>(new AnyGameOf(*std::move(rules), std::string(rules_name)));
  }

  std::unique_ptr<GameSession> open(Record record, std::span<const runner::Manifest> bots,
                                    play::Conditions conditions) const override {
    if constexpr (play::HasScreen<E>) {
      std::string line_of_game = hello(conditions);
      return std::make_unique<GameSessionOf<E>>(rules(), std::move(line_of_game), std::move(record),
                                                bots, with_arguments(std::move(conditions)));
    } else {
      throw std::logic_error("people cannot play this game");
    }
  }

  std::expected<void, Problem> check(const Record& record) const override {
    auto session = begun(record);
    if (!session) return std::unexpected(std::move(session).error());
    return hilltop::replay<R, typename E::Text>(*session, record);
  }

  std::expected<Replayed, Problem> replay(const Record& record,
                                          const play::Observer* observer) const override {
    auto session = begun(record);
    if (!session) return std::unexpected(std::move(session).error());
    const std::vector<std::string> titles = names_of(record);
    typename E::Log log(rules(), titles, record.chance());
    Replayed replayed;
    Seat last{};
    std::size_t steps = 0;
    const auto tell = [&](const std::string& text) {
      if (observer == nullptr) return;
      observer->tell(text, observer->table ? play::table_of<E>(*session, titles, last) : "");
    };
    tell(log.opening());
    const auto over = end(*session, record, [&](Seat seat, const Move<R>* move) {
      last = seat;
      const Record::Step& step = record.steps[steps++];
      tell(move == nullptr ? log.retired(seat, why_left(step)) : log.played(seat, *move));
    });
    if (!over) return std::unexpected(over.error());
    tell(log.closing());
    const Points points = session->points();
    replayed.points.assign(points.begin(), points.end());
    play::put_result(replayed.bytes, *session, record.players.size());
    return replayed;
  }

  std::expected<void, Problem> watch(const Record& record, std::optional<Seat> onlooker,
                                     const TakeScene& take) const override {
    auto session = begun(record);
    if (!session) return std::unexpected(std::move(session).error());
    const std::vector<std::string> names = names_of(record);
    Scenery<E> scenery(rules(), static_cast<int>(names.size()), record.chance());
    const auto show = [&] {
      take(scenery.scene(*session, onlooker, Moment::deciding, names), scenery.last_events());
    };
    show();
    return hilltop::replay<R, typename E::Text>(
        *session, record, [&](Seat seat, const Move<R>* move) {
          move == nullptr ? scenery.retired(seat) : scenery.played(seat, *move);
          show();
        });
  }

  std::expected<void, Problem> positions(const Record& record,
                                         const TakePosition& take) const override {
    auto session = begun(record);
    if (!session) return std::unexpected(std::move(session).error());
    const auto take_next = [&](std::size_t step) {
      const ToMove seat = session->pending();
      if (!seat || step >= record.steps.size()) return;
      std::string asked;
      if constexpr (play::HasWire<E>) asked = E::Wire::prompt(session->view(*seat));
      take(E::Text::write(session->view(*seat)), asked);
    };
    std::size_t steps = 0;
    take_next(steps);
    return hilltop::replay<R, typename E::Text>(*session, record,
                                                [&](Seat, const Move<R>*) { take_next(++steps); });
  }

  std::expected<AnswerToPosition, Problem> ask(const play::Entrant& bot, const Position& position,
                                               const play::Conditions& given) const override {
    const play::Conditions conditions = with_arguments(given);
    if (const auto* text = std::get_if<TypedView>(&position)) {
      if constexpr (play::ReadsViews<E>)
        return Asking<E>(bot, conditions, hello(conditions), 0).about(rules(), *text);
      return std::unexpected(Problem{"no view of this game can be typed"});
    }
    const Record& record = std::get<Record>(position);
    auto session = begun(record);
    if (!session) return std::unexpected(std::move(session).error());
    if (auto replayed = hilltop::replay<R, typename E::Text>(*session, record); !replayed)
      return std::unexpected(std::move(replayed).error());
    const ToMove seat = session->pending();
    if (!seat) return std::unexpected(Problem{"the game is over: nobody is to move"});
    return Asking<E>(bot, conditions, hello(conditions), record.luck_key)
        .about(*session, *seat, names_of(record));
  }

  std::expected<std::string, Problem> write(const Record& record, std::string_view format,
                                            const Caption& caption) const override {
    if constexpr (play::HasFormats<E>)
      for (const FileFormat<R>& each : E::formats()) {
        if (each.name != format) continue;
        auto session = begun(record);
        if (!session) return std::unexpected(std::move(session).error());
        PlayedGame<R> game{rules(), names_of(record), record.chance(), {}, caption};
        const auto over = end(*session, record, [&](Seat seat, const Move<R>* move) {
          const Record::Step& step = record.steps[game.steps.size()];
          game.steps.push_back({seat, move == nullptr ? std::nullopt : std::optional(*move),
                                step.took, step.note ? hilltop::write(*step.note) : "",
                                move == nullptr ? why_left(step) : ""});
        });
        if (!over) return std::unexpected(over.error());
        return each.write(game);
      }
    throw std::logic_error("no such format: " + std::string(format));
  }

  std::unique_ptr<Analyst> analyst(int seats) const override {
    if constexpr (HasAnalysis<E>)
      if (has_analyst(seats)) return std::make_unique<AnalystOf<E>>(rules());
    return nullptr;
  }
  bool has_analyst(int seats) const override {
    if constexpr (HasAnalysis<E>) return E::Analysis::knows(rules(), seats);
    return false;
  }

 private:
  using Playable::Playable;

  // Returns the game of a record before its first step.
  std::expected<Session<R>, Problem> begun(const Record& record) const {
    const int seats = static_cast<int>(record.players.size());
    if (!rules().seats().holds(seats))
      return std::unexpected(
          Problem{"the record has a number of seats that these rules do not have"});
    try {
      return Session<R>(rules(), seats, record.chance());
    } catch (const ListRanOut& ran_out) {
      return std::unexpected(Problem{ran_out.what()});
    }
  }

  // Replays a record to the end of its game; `observe` as in hilltop::replay().
  template <class Observe>
  static std::expected<void, Problem> end(Session<R>& session, const Record& record,
                                          Observe&& observe) {
    auto played = hilltop::replay<R, typename E::Text>(session, record, observe);
    if (played && session.pending())
      return std::unexpected(Problem{"the record ends before the game does"});
    return played;
  }

  static std::string why_left(const Record::Step& step) {
    return step.fault ? described(*step.fault) : "it left the game";
  }
};

// Returns the catalog's entry for a folder's Module.
template <class E>
GameModule game_module() {
  GameModule game{.info = &E::info,
                  .has_processes = play::HasWire<E>,
                  .has_people = play::HasScreen<E>,
                  .has_scenes = play::HasScene<E>,
                  .has_traces = play::HasTrace<E>,
                  .has_substitute = HasSubstitute<typename E::Rules>,
                  .under = &AnyGameOf<E>::under,
                  .solve = nullptr};
  if constexpr (play::HasSolver<E>) {
    game.solver_options = E::Solver::options;
    game.solve = &E::Solver::solve;
  }
  for (const auto& bot : E::house_bots())
    game.house_bots.push_back({std::string(bot.name), std::string(bot.title),
                               std::string(bot.about), bot.qualifies, bot.remembers,
                               bot.parameters});
  if constexpr (HasAnalysis<E>) {
    game.worths = E::Analysis::worths;
    game.certainty = E::Analysis::certainty;
    game.has_luck = HasLuck<E>;
  }
  if constexpr (HasPuzzles<E>) game.puzzles = &puzzle_part<E>;
  if constexpr (play::HasSwitchFiles<E>) game.switch_files = E::switch_files;
  if constexpr (play::HasFormats<E>)
    for (const auto& format : E::formats())
      game.formats.push_back({std::string(format.name), std::string(format.about)});
  return game;
}

}  // namespace hilltop::arena
