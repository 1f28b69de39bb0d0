#pragma once
#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>

#include "arena/asking.hpp"
#include "arena/batch_player.hpp"
#include "arena/catalog.hpp"
#include "arena/game_session_of.hpp"
#include "arena/scenery.hpp"

namespace hilltop::arena {

// The AnyGame of the game that a folder's Module presents (docs/adding-a-game.md).
template <class E>
class AnyGameOf final : public AnyGame {
  using R = typename E::Rules;
  static_assert(Game<R> && Notation<typename E::Text, R>);

 public:
  static std::expected<std::unique_ptr<AnyGame>, Problem> under(std::string_view rules_name,
                                                                const Switches& switches) {
    auto rules = R::under(rules_name, switches);
    if (!rules) return std::unexpected(std::move(rules).error());
    return std::unique_ptr<AnyGame>(new AnyGameOf(*std::move(rules), std::string(rules_name)));
  }

  const GameInfo& info() const override { return E::info; }
  std::string_view rules_name() const override { return rules_name_; }
  Switches switches() const override { return rules_.switches(); }
  SeatRange seats() const override { return rules_.seats(); }
  std::uint32_t openings() const override {
    if constexpr (HasOpenings<E>)
      return rules_.openings();
    else
      return 0;
  }
  bool processes_last() const override { return HasNumberedWire<E>; }

  bool needs_preparing(std::string_view house_bot) const override {
    return std::ranges::any_of(E::house_bots(), [&](const auto& bot) {
      return bot.name == house_bot && bot.prepare != nullptr;
    });
  }
  void prepare(std::string_view house_bot, int seats, const Progress& progress) const override {
    for (const auto& bot : E::house_bots()) {
      if (bot.name != house_bot || bot.prepare == nullptr) continue;
      auto tables = bot.prepare(rules_, seats, progress);
      std::shared_ptr<const void> dropped;  // after the lock
      const std::scoped_lock lock(prepared_mutex_);
      prepared_.push_back(std::move(tables));
      if (prepared_.size() <= prepared_max) continue;
      dropped = std::move(prepared_.front());
      prepared_.pop_front();
    }
  }

  BatchResult play(const Batch& batch, const Conditions& given,
                   const Observer* observer) const override {
    const Conditions conditions = with_arguments(given);
    const auto nothing = [&](std::uint32_t first_game) {
      return BatchResult::none(first_game, batch.entrants.size());
    };
    BatchResult result = nothing(batch.first_game);
    std::optional<BatchPlayer<E>> player(std::in_place, rules_, hello(conditions), batch,
                                         conditions, observer);
    const auto hand_over = [&] {
      player->add_conditions(result);
      const std::uint32_t next = result.first_game + result.games;
      batch.part(std::exchange(result, nothing(next)));
    };
    const std::uint32_t end = batch.first_game + batch.games;
    auto part_due = Deadline::clock::now() + part_every;
    std::uint32_t failed = 0;  // the last game that had to be played again
    int voided = 0;            // how often it was
    for (std::uint32_t game = batch.first_game;
         game < end && !result.disqualified && !batch.stop.stop_requested();) {
      try {
        game += player->play(game, end, result);
      } catch (const PlayerLost& lost) {
        const std::uint32_t again = batch.memory_lasts() ? batch.first_game : game;
        voided = again == failed ? voided + 1 : 1;
        failed = again;
        // Games that an observer has seen cannot be played again.
        if (voided > replays_max || (observer != nullptr && again < game)) {
          if (player->hands_over_parts()) hand_over();
          throw PlayerLost(lost.what() + std::string("; its game is void"));
        }
        if (conditions.host.voided) conditions.host.voided(lost.what());
        if (batch.memory_lasts()) {
          player.emplace(rules_, hello(conditions), batch, conditions, observer);
          result = nothing(again);
          game = again;
        } else {
          player->void_games();
        }
        continue;
      }
      const bool within_deal = batch.mirrored && game % 2 == 1;
      if (!player->hands_over_parts() || within_deal || game >= end || result.disqualified)
        continue;
      if (batch.games_a_part > 0 ? result.games < batch.games_a_part
                                 : Deadline::clock::now() < part_due)
        continue;
      hand_over();
      part_due = Deadline::clock::now() + part_every;
    }
    player->dismiss();
    player->add_conditions(result);
    return result;
  }

  std::unique_ptr<GameSession> open(Record record, std::span<const runner::Manifest> bots,
                                    Conditions conditions) const override {
    if constexpr (HasScreen<E>) {
      std::string first_line = hello(conditions);
      return std::make_unique<GameSessionOf<E>>(rules_, std::move(first_line), std::move(record),
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
                                          const Observer* observer) const override {
    auto session = begun(record);
    if (!session) return std::unexpected(std::move(session).error());
    const std::vector<std::string> titles = names_of(record);
    typename E::Log log(rules_, titles, record.chance());
    Replayed replayed;
    Seat last{};
    std::size_t steps = 0;
    const auto tell = [&](const std::string& text) {
      if (observer != nullptr) show<E>(*observer, text, *session, titles, last);
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
    put_result(replayed.bytes, *session, record.players.size());
    return replayed;
  }

  std::expected<void, Problem> watch(const Record& record, std::optional<Seat> onlooker,
                                     const TakeScene& take) const override {
    auto session = begun(record);
    if (!session) return std::unexpected(std::move(session).error());
    const std::vector<std::string> names = names_of(record);
    Scenery<E> scenery(rules_, static_cast<int>(names.size()), record.chance());
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
      if constexpr (HasWire<E>) asked = E::Wire::prompt(session->view(*seat));
      take(E::Text::write(session->view(*seat)), asked);
    };
    std::size_t steps = 0;
    take_next(steps);
    return hilltop::replay<R, typename E::Text>(*session, record,
                                                [&](Seat, const Move<R>*) { take_next(++steps); });
  }

  std::expected<AnswerToPosition, Problem> ask(const Entrant& bot, const Position& position,
                                               const Conditions& given) const override {
    const Conditions conditions = with_arguments(given);
    if (const auto* text = std::get_if<TypedView>(&position)) {
      if constexpr (ReadsViews<E>)
        return Asking<E>(bot, conditions, hello(conditions), 0).about(rules_, *text);
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
    if constexpr (HasFormats<E>)
      for (const FileFormat<R>& each : E::formats()) {
        if (each.name != format) continue;
        auto session = begun(record);
        if (!session) return std::unexpected(std::move(session).error());
        PlayedGame<R> game{rules_, names_of(record), record.chance(), {}, caption};
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

 private:
  AnyGameOf(R rules, std::string rules_name)
      : rules_(std::move(rules)), rules_name_(std::move(rules_name)) {}

  // Returns the game of a record before its first step.
  std::expected<Session<R>, Problem> begun(const Record& record) const {
    const int seats = static_cast<int>(record.players.size());
    if (!rules_.seats().holds(seats))
      return std::unexpected(
          Problem{"the record has a number of seats that these rules do not have"});
    try {
      return Session<R>(rules_, seats, record.chance());
    } catch (const ListRanOut& ran_out) {
      return std::unexpected(Problem{ran_out.what()});
    }
  }

  // Replays a record to the end of its game; `observe` as in hilltop::replay().
  template <class Observer>
  static std::expected<void, Problem> end(Session<R>& session, const Record& record,
                                          Observer&& observe) {
    auto played = hilltop::replay<R, typename E::Text>(session, record, observe);
    if (played && session.pending())
      return std::unexpected(Problem{"the record ends before the game does"});
    return played;
  }

  static std::string why_left(const Record::Step& step) {
    return step.fault ? described(*step.fault) : "it left the game";
  }

  // Returns the conditions with what the arguments of bots may name of this game.
  Conditions with_arguments(Conditions conditions) const {
    auto& arguments = conditions.arguments;
    if constexpr (HasArguments<E>) arguments = E::arguments(rules_);
    arguments.insert_or_assign("rules", rules_name_);
    for (const auto& [name, value] : rules_.switches())
      if (const auto* flag = std::get_if<bool>(&value))
        arguments.insert_or_assign(name, *flag ? "true" : "false");
      else if (const auto* number = std::get_if<std::int64_t>(&value))
        arguments.insert_or_assign(name, std::to_string(*number));
      else if (const auto* word = std::get_if<std::string>(&value))
        arguments.insert_or_assign(name, *word);
    return conditions;
  }

  // Returns the first line of a conversation (docs/protocol.md). It leaves out lists, such as the
  // dice to come.
  std::string hello(const Conditions& conditions) const {
    std::string line = "hilltop 1 game " + std::string(E::info.name) + " rules " + rules_name_;
    for (const auto& [name, value] : rules_.switches())
      if (const auto* flag = std::get_if<bool>(&value))
        line += ' ' + name + (*flag ? " true" : " false");
      else if (const auto* number = std::get_if<std::int64_t>(&value))
        line += ' ' + name + ' ' + std::to_string(*number);
    if (conditions.time.move_nodes != 0)
      line += " move_nodes " + std::to_string(conditions.time.move_nodes);
    return line;
  }

  R rules_;
  std::string rules_name_;
  mutable std::mutex prepared_mutex_;
  mutable std::deque<std::shared_ptr<const void>> prepared_;  // the newest last
};

// Returns the catalog's entry for a folder's Module.
template <class E>
GameModule game_module() {
  GameModule game{.info = &E::info,
                  .has_processes = HasWire<E>,
                  .has_people = HasScreen<E>,
                  .has_scenes = HasScene<E>,
                  .has_traces = HasTrace<E>,
                  .has_substitute = HasSubstitute<typename E::Rules>,
                  .under = &AnyGameOf<E>::under,
                  .solve = nullptr};
  if constexpr (HasSolver<E>) {
    game.solver_options = E::Solver::options;
    game.solve = &E::Solver::solve;
  }
  for (const auto& bot : E::house_bots())
    game.house_bots.push_back({std::string(bot.name), std::string(bot.title),
                               std::string(bot.about), bot.qualifies, bot.remembers,
                               bot.parameters});
  if constexpr (HasSwitchFiles<E>) game.switch_files = E::switch_files;
  if constexpr (HasFormats<E>)
    for (const auto& format : E::formats())
      game.formats.push_back({std::string(format.name), std::string(format.about)});
  return game;
}

}  // namespace hilltop::arena
