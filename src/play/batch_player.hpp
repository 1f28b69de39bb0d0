#pragma once
#include <algorithm>

#include "match/direct_bot.hpp"
#include "match/session.hpp"
#include "play/audience.hpp"
#include "play/batch.hpp"
#include "play/game_scorer.hpp"
#include "play/keys.hpp"
#include "play/module_parts.hpp"
#include "play/outside_seat.hpp"
#include "play/person.hpp"
#include "play/played_luck.hpp"
#include "play/process_player.hpp"
#include "play/recorded_game.hpp"
#include "runner/lane.hpp"

namespace hilltop::play {

// Plays the games of a batch with its players.
template <class E>
class BatchPlayer {
  using R = typename E::Rules;

 public:
  // `hello`: first line of a conversation with a process. `luck`: takes the games of house bots
  // that nobody observes or records; or null.
  BatchPlayer(const R& rules, std::string hello, const Batch& batch, const Conditions& conditions,
              const Observer* observer, PlayedLuckOf<E>* luck = nullptr)
      : rules_(rules),
        hello_(std::move(hello)),
        batch_(batch),
        conditions_(conditions),
        observer_(observer),
        luck_(luck),
        scorer_(batch, conditions, observer),
        seats_(batch.entrants.size()) {
    for (std::size_t i = 0; i < batch.entrants.size(); ++i) {
      const Entrant& entrant = *batch.entrants[i];
      players_.emplace_back();
      bots_luck_.push_back(batch.luck.of_bot(entrant.name));
      if (const auto* house = std::get_if<HousePlayer>(&entrant.player)) {
        players_.back().bot =
            make_house_bot<E>(house->bot, house->settings, conditions_.time.move_nodes);
        house_remembers_ |= house->remembers;
      } else {
        all_house_ = false;
        has_person_ |= !entrant.is_process();
      }
      if (entrant.is_process() && !batch_.recorded && !lane_) lane_.emplace();
    }
    for (std::size_t i = 0; i < 2 * seats_; ++i) {
      ring_.push_back(i % seats_);
      seated_ring_.emplace_back(players_[ring_[i]].bot.get());
    }
  }

  // Ends the processes that played several games.
  void dismiss() {
    if constexpr (HasWire<E>) {
      for (Player& player : players_)
        if (player.process) player.process->leave();
      finish_leaving();
    }
  }

  // Plays the next game, or several games concurrently. Returns their number. Defined below the
  // class, because what is in a class is compiled wherever it is used, in spite of `extern
  // template`.
  std::uint32_t play(std::uint32_t game, std::uint32_t end, BatchResult& result);

  // Voids the games under way after a failure of the machine. They can be played again.
  void void_games() {
    if constexpr (HasWire<E>)
      for (Player& player : players_)
        if (player.process) player.process->void_games();
  }

  // Adds the sandbox layers of the processes to a result, and the times of their answers since the
  // last call.
  void add_conditions(BatchResult& result) {
    if (sandbox_) result.layers = sandbox_->mask;
    if constexpr (HasWire<E>) {
      if (!sandbox_) return;
      result.timings.resize(seats_);
      for (std::size_t i = 0; i < seats_; ++i)
        if (players_[i].process) result.timings[i] = players_[i].process->take_timing();
    }
  }

  bool hands_over_parts() const { return batch_.part && (!all_house_ || batch_.games_a_part > 0); }
  bool records() const { return batch_.records; }

 private:
  Session<R> begun(std::uint32_t game) const {
    return Session<R>(rules_, static_cast<int>(seats_), batch_.luck.deal(batch_.deal(game)),
                      conditions_.faults.illegal == Sanction::substitute ? OnIllegal::substitute
                                                                         : OnIllegal::forfeit);
  }

  void play_one(std::uint32_t game, BatchResult& result) {
    first_ = batch_.first_player(game);
    Session<R> session = begun(game);
    TraceObserver<E> trace(session.state());
    if (all_house_ && observer_ == nullptr && !records()) {
      play_without_audience(session, game, trace);
      scorer_.add(seated(game), session, {}, trace, result);
    } else {
      Audience<E> audience(batch_, seated(game), observer_, session, trace, false);
      play_observed(session, game, audience);
      scorer_.add(seated(game), session, audience.steps.text(), trace, result);
    }
  }

  using SeatedBot = DirectBot<R, typename InlinedBots<E>::type>;

  struct NoProcess {};
  using Process = std::conditional_t<HasWire<E>, OutsideSeat<E>, NoProcess>;

  struct Player {
    std::unique_ptr<Bot<R>> bot;       // a house bot, or null
    std::unique_ptr<Process> process;  // a process while it runs, or null
  };

  std::size_t entrant_at(std::size_t seat) const { return ring_[first_ + seat]; }
  // The game for which first_ is set.
  SeatedGame seated(std::uint32_t game) const { return {game, {ring_.data() + first_, seats_}}; }
  std::vector<std::string> names_by_seat() const {
    std::vector<std::string> names;
    for (std::size_t seat = 0; seat < seats_; ++seat)
      names.push_back(batch_.entrants[entrant_at(seat)]->name);
    return names;
  }
  Player& player(Seat seat) { return players_[entrant_at(static_cast<std::size_t>(index(seat)))]; }

  void greet_house_bots(std::uint32_t game) {
    for (std::size_t i = 0; i < seats_; ++i)
      if (players_[i].bot) players_[i].bot->begin(bots_luck_[i].chance(batch_.deal(game)));
  }

  void play_without_audience(Session<R>& session, std::uint32_t game, TraceObserver<E>& trace) {
    if constexpr (HasLuck<E>)
      if (luck_ != nullptr) {
        luck_->begin(seated(game).entrants, batch_.luck.deal(batch_.deal(game)), trace);
        play_in_process(session, game, *luck_);
        return luck_->end(game);
      }
    play_in_process(session, game, trace);
  }

  // Plays a game of house bots: the hot path. `observer`: of the Session.
  template <class SessionObserver>
  [[gnu::flatten]] void play_in_process(Session<R>& session, std::uint32_t game,
                                        SessionObserver& observer) {
    greet_house_bots(game);
    const SeatedBot* const seated = seated_ring_.data() + first_;
    const auto ask = [&](Seat seat, const View<R>& view) -> Move<R> {
      try {
        return seated[index(seat)].choose(view);
      } catch (...) {
        throw SeatFault{seat, thrown_fault()};
      }
    };
    while (true) {
      try {
        return session.play_through(ask, observer);
      } catch (const SeatFault& thrown) {
        session.forfeit(thrown.seat, thrown.fault, observer);
      }
    }
  }

  // Plays a game of any players, with a log if the observer wants one.
  void play_observed(Session<R>& session, std::uint32_t game, Audience<E>& audience) {
    greet_house_bots(game);
    if (batch_.recorded) {
      recorded_.emplace(game, batch_.recorded(game));
    } else {
      begin_processes(game);
      prepare_processes(game + 1);
    }
    while (const ToMove seat = session.pending()) {
      auto&& view = session.view(*seat);
      Reply<R> reply = ask(*seat, view, audience);
      submit(session, *seat, view, std::move(reply), audience, lines_of(*seat));
    }
    audience.closes();
    if (recorded_) recorded_->end();
    end_processes({game, session.points(), session.retired(), names_by_seat()});
  }

  // Returns the last lines to and from a process; null if the seat has none.
  const Lines* lines_of(Seat seat) {
    if constexpr (HasWire<E>)
      if (player(seat).process) return &player(seat).process->lines();
    return nullptr;
  }

  // Submits a reply. The fault of a process's illegal answer quotes the answer and has `lines`. The
  // audience's steps get the forfeit when its fault is complete.
  void submit(Session<R>& session, Seat seat, const View<R>& view, Reply<R>&& reply,
              Audience<E>& audience, const Lines* lines = nullptr) {
    Fault* fault = nullptr;
    if (reply)
      fault = session.submit(seat, view, *reply, audience);
    else
      fault = session.forfeit(seat, std::move(reply.error()), audience);
    if (fault == nullptr) return;
    if (recorded_ && reply) recorded_->refused(*fault);
    if constexpr (HasWire<E>)
      if (reply && player(seat).process)
        *fault = player(seat).process->quoting(E::Text::write(*reply), std::move(*fault), *lines);
    if (records() && (session.retired() >> index(seat) & 1) != 0)
      audience.steps.forfeits(seat, *fault);
  }

  Reply<R> ask(Seat seat, const View<R>& view, Audience<E>& audience) {
    Player& asked = player(seat);
    if (recorded_)
      return recorded_->next(
          seat, view, asked.bot.get(),
          batch_.entrants[entrant_at(static_cast<std::size_t>(index(seat)))]->name);
    if constexpr (HasWire<E>)
      if (asked.process) {
        Reply<R> reply = asked.process->choose(view);
        if (records()) {
          audience.steps.took(asked.process->took());
          audience.steps.noted(asked.process->note());
        }
        return reply;
      }
    if constexpr (HasScreen<E>)
      if (!asked.bot) return ask_person(seat, view);
    Reply<R> reply = answer_of<R>(*asked.bot, view);
    if (records()) audience.steps.noted(asked.bot->note());
    return reply;
  }

  // Asks a person until the rules allow the answer.
  Move<R> ask_person(Seat seat, const View<R>& view) const
    requires HasScreen<E>
  {
    const PersonPrompt prompt = prompt_for<E>(view, seat, names_by_seat());
    for (std::string complaint;;) {
      auto move = typed_move<E>(rules_, view, observer_->ask(prompt, complaint));
      if (move) return *std::move(move);
      complaint = move.error();
    }
  }

  void seat_process(std::size_t i, const runner::Manifest& bot) {
    if (players_[i].process) return;
    players_[i].process = std::make_unique<Process>(
        bot, conditions_.time, hello_, [this, i, &bot] { return make_player(i, bot); }, sandbox_,
        conditions_.host.patience.get());
    if (observer_ != nullptr && observer_->answered)
      players_[i].process->when_answered(
          [this, i](const AnswerOfProcess& answer) { observer_->answered(i, answer); });
  }

  std::unique_ptr<OutsidePlayer> make_player(std::size_t i, const runner::Manifest& bot) {
    return make_outside_player(bot, conditions_, lane_ ? &*lane_ : nullptr, batch_.idle,
                               {.wire = wire_of(i), .thinks = [this, i] { pause_all_but(i); }});
  }

  // Gives the core of the lane to the player that thinks.
  void pause_all_but(std::size_t thinker) {
    for (std::size_t i = 0; i < seats_; ++i)
      if (i != thinker && players_[i].process) players_[i].process->pause();
  }

  void begin_processes(std::uint32_t game) {
    if constexpr (HasWire<E>)
      for (std::size_t seat = 0; seat < seats_; ++seat) {
        const std::size_t i = entrant_at(seat);
        const auto* manifest = std::get_if<runner::Manifest>(&batch_.entrants[i]->player);
        if (manifest == nullptr) continue;
        seat_process(i, *manifest);
        players_[i].process->begin(opening(game, i));
      }
  }

  void prepare_processes(std::uint32_t game) {
    if constexpr (HasWire<E>) {
      if (game == batch_.first_game + batch_.games) return;
      for (std::size_t i = 0; i < seats_; ++i)
        if (players_[i].process) players_[i].process->prepare(opening(game, i));
    }
  }

  Opening opening(std::uint32_t game, std::size_t i) const {
    Opening opening{game, seats_, {}, batch_.luck.bot_seed(batch_.entrants[i]->name, game)};
    const std::size_t first = batch_.first_player(game);
    for (std::size_t seat = 0; seat < seats_; ++seat)
      if (ring_[first + seat] != i)
        opening.opponents.push_back(batch_.entrants[ring_[first + seat]]->name);
    return opening;
  }

  // One of several concurrent games, with house bots of its own. first_ must be set for it.
  struct ConcurrentGame {
    ConcurrentGame(const BatchPlayer& player, std::uint32_t game)
        : session(player.begun(game)),
          trace(session.state()),
          audience(player.batch_, player.seated(game), player.observer_, session, trace, true) {}

    Session<R> session;
    TraceObserver<E> trace;
    Audience<E> audience;
    std::vector<std::unique_ptr<Bot<R>>> bots{};  // by entrant; null for a process
  };

  // Returns how many concurrent games every process takes; 1 if a person plays, or a house bot
  // remembers earlier games.
  std::uint32_t batch() {
    if (all_house_ || has_person_ || house_remembers_ || batch_.recorded) return 1;
    std::uint32_t least = batch_max;
    for (std::size_t i = 0; i < seats_; ++i)
      if (const auto* manifest = std::get_if<runner::Manifest>(&batch_.entrants[i]->player)) {
        seat_process(i, *manifest);
        least = std::min(least, players_[i].process->batch());
      }
    return least;
  }

  // Limits the number of concurrent games, none of which is stored before all end, to what takes a
  // fraction of part_every, judging by the last ones.
  void size_batch(std::uint32_t games, std::chrono::nanoseconds took) {
    constexpr std::chrono::nanoseconds batch_time = std::chrono::nanoseconds(part_every) / 4;
    constexpr std::uint32_t growth_max = 8;
    const auto fit =
        static_cast<std::uint64_t>(batch_time / (took / games + std::chrono::nanoseconds(1)));
    batch_now_ = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(fit, 1, std::uint64_t{games} * growth_max));
  }

  // Returns the number of games that were played: not all of them if a process gave up, for it
  // forfeits those after that.
  std::uint32_t play_concurrently(std::uint32_t first_game, std::uint32_t games,
                                  BatchResult& result) {
    std::vector<std::string> names;
    for (const Entrant* entrant : batch_.entrants) names.push_back(entrant->name);
    std::vector<std::unique_ptr<ConcurrentGame>> games_now;
    for (std::uint32_t game = first_game; game < first_game + games; ++game) {
      first_ = batch_.first_player(game);
      games_now.push_back(std::make_unique<ConcurrentGame>(*this, game));
      for (std::size_t i = 0; i < seats_; ++i) {
        games_now.back()->bots.push_back(nullptr);
        if (const auto* house = std::get_if<HousePlayer>(&batch_.entrants[i]->player)) {
          games_now.back()->bots[i] =
              make_house_bot<E>(house->bot, house->settings, conditions_.time.move_nodes);
          games_now.back()->bots[i]->begin(bots_luck_[i].chance(batch_.deal(game)));
        } else {
          players_[i].process->begin({game, seats_, {}, batch_.luck.bot_seed(names[i], game)});
        }
      }
    }
    while (ask_concurrently(games_now, first_game)) {}
    const int gave_up = processes_that_gave_up();
    std::uint32_t played = 0;
    while (played < games && !result.disqualified) {
      const std::uint32_t game = first_game + played;
      first_ = batch_.first_player(game);
      ConcurrentGame& over = *games_now[played];
      const Session<R>& session = over.session;
      for (Player& player : players_)
        if (player.process) player.process->end({game, session.points(), session.retired(), {}});
      over.audience.closes();
      over.audience.tell_all();
      scorer_.add(seated(game), session, over.audience.steps.text(), over.trace, result);
      ++played;
      if (processes_that_gave_up() > gave_up) break;
    }
    if (played < games)
      for (Player& player : players_)
        if (player.process) player.process->abandon();
    return played;
  }

  int processes_that_gave_up() const {
    return static_cast<int>(std::ranges::count_if(players_, [](const Player& player) {
      return player.process && player.process->gave_up();
    }));
  }

  // Plays each game up to the next question to a process, and asks. False if all games are over.
  bool ask_concurrently(std::vector<std::unique_ptr<ConcurrentGame>>& games_now,
                        std::uint32_t first_game) {
    std::vector<std::vector<typename Process::ViewOfGame>> questions(seats_);  // by entrant
    for (std::size_t i = 0; i < games_now.size(); ++i) {
      const std::uint32_t game = first_game + static_cast<std::uint32_t>(i);
      first_ = batch_.first_player(game);
      ConcurrentGame& each = *games_now[i];
      while (const ToMove seat = each.session.pending()) {
        const std::size_t who = entrant_at(static_cast<std::size_t>(index(*seat)));
        auto&& view = each.session.view(*seat);
        if (players_[who].process) {
          questions[who].push_back({game, view});
          break;
        }
        submit(each.session, *seat, view, answer_of<R>(*each.bots[who], view), each.audience);
      }
    }
    bool any = false;
    for (std::size_t who = 0; who < seats_; ++who) {
      if (questions[who].empty()) continue;
      any = true;
      auto replies = players_[who].process->choose(questions[who]);
      for (std::size_t q = 0; q < replies.size(); ++q) {
        const std::uint32_t game = questions[who][q].game;
        ConcurrentGame& each = *games_now[game - first_game];
        first_ = batch_.first_player(game);
        const Seat seat = *each.session.pending();
        each.audience.steps.noted(questions[who][q].note);
        submit(each.session, seat, each.session.view(seat), std::move(replies[q]), each.audience,
               &questions[who][q].lines);
      }
    }
    return any;
  }

  std::function<void(char, std::string_view)> wire_of(std::size_t i) const {
    if (observer_ == nullptr || !observer_->wire) return {};
    return
        [this, i](char direction, std::string_view line) { observer_->wire(i, direction, line); };
  }

  void end_processes(const Ending& ending) {
    if constexpr (HasWire<E>) {
      for (Player& player : players_)
        if (player.process) player.process->end(ending);
      finish_leaving();
    }
  }

  // Ends the players that heard their last line, within farewell_ms.
  void finish_leaving() {
    const Deadline by = std::chrono::steady_clock::now() + farewell_ms;
    for (Player& player : players_)
      if (player.process) player.process->finish(by);
  }

  const R& rules_;
  std::string hello_;
  const Batch& batch_;
  const Conditions& conditions_;
  const Observer* observer_;
  PlayedLuckOf<E>* luck_;
  GameScorer<E> scorer_;
  std::size_t seats_;
  bool all_house_ = true, house_remembers_ = false, has_person_ = false;
  std::optional<RecordedGame<E>> recorded_;  // the game under way, if a record has its steps
  std::optional<runner::Lane> lane_;         // if an entrant is a process
  std::vector<Player> players_;              // by entrant
  std::vector<ChanceKeys> bots_luck_;        // by entrant
  // Entrants and their bots, twice in a row: the seats of a game are a stretch of them from first_.
  std::vector<std::size_t> ring_;
  std::vector<SeatedBot> seated_ring_;
  std::size_t first_ = 0;
  std::uint32_t batch_now_ = 1;
  std::optional<runner::Layers> sandbox_;
};

template <class E>
std::uint32_t BatchPlayer<E>::play(std::uint32_t game, std::uint32_t end, BatchResult& result) {
  if constexpr (HasNumberedWire<E>)
    if (const std::uint32_t games = std::min(batch(), end - game); games > 1) {
      const std::uint32_t now = std::min(games, batch_now_);
      const auto begun = Deadline::clock::now();
      const std::uint32_t played = play_concurrently(game, now, result);
      size_batch(now, Deadline::clock::now() - begun);
      return played;
    }
  play_one(game, result);
  return 1;
}

}  // namespace hilltop::play
