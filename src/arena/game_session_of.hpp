#pragma once
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "arena/any_game.hpp"
#include "arena/game_session.hpp"
#include "arena/resumable_seat.hpp"
#include "arena/scenery.hpp"
#include "core/text.hpp"
#include "match/session.hpp"
#include "match/text.hpp"
#include "play/keys.hpp"
#include "play/module_parts.hpp"
#include "play/played.hpp"

namespace hilltop::arena {

// Max bytes of a fault in the log: it may quote a bot.
constexpr std::size_t fault_words_max = 240;

// The GameSession of a game that people can play. Its record grows with every step.
template <class E>
class GameSessionOf final : public GameSession {
  using R = typename E::Rules;
  using T = typename E::Text;
  using S = typename E::Screen;
  static_assert(Screen<S, R>);

 public:
  // As AnyGame::open(). `hello`: first line of a numbered conversation with a process.
  GameSessionOf(const R& rules, std::string hello, Record record,
                std::span<const runner::Manifest> bots, play::Conditions conditions)
      : rules_(rules),
        hello_(std::move(hello)),
        conditions_(std::move(conditions)),
        record_(std::move(record)) {
    conditions_.host.files_stay = false;
    for (const Record::Player& player : record_.players) manifests_.push_back(named(player, bots));
    resume();
    log_.emplace(rules_, names(), record_.chance());
    untaken_ = last_ = tell_from_the_start();
  }

  std::optional<Seat> pending() const override {
    const ToMove seat = session_->pending();
    return seat ? std::optional(*seat) : std::nullopt;
  }
  bool is_person(Seat seat) const override {
    return record_.players[static_cast<std::size_t>(index(seat))].player == "human";
  }

  AwaitAnswer question() override {
    const Seat seat = *session_->pending();
    Player& player = players_[static_cast<std::size_t>(index(seat))];
    if constexpr (play::HasWire<E>)
      if (player.outside)
        return [this, seat, view = session_->view(seat), &bot = *player.outside] {
          return answer_outside(seat, view, bot);
        };
    return [this, seat, view = session_->view(seat), &bot = *player.house]() -> PlayAnswer {
      return [this, seat, view, reply = answer_of<R>(bot, view)] {
        session_->submit(seat, view, Reply<R>(reply), Scribe{*this});
        note_the_end();
      };
    };
  }

  play::PersonPrompt prompt() const override {
    const Seat seat = *session_->pending();
    return play::prompt_for<E>(session_->view(seat), seat, names());
  }
  std::string confirms_first() const override {
    return S::before(session_->view(*session_->pending()));
  }

  std::expected<std::string, Problem> submit(Seat seat, std::string_view typed) override {
    if (session_->pending() != ToMove(seat) || !is_person(seat))
      return std::unexpected(Problem{"another player is to move"});
    const auto view = session_->view(seat);
    const auto move = play::typed_move<E>(rules_, view, typed);
    if (!move) return std::unexpected(Problem{move.error()});
    std::string confirms_after = S::after(view, *move);
    try {
      session_->submit(seat, view, *move, Scribe{*this});
    } catch (const ListRanOut&) {
      // The person sees the effect of the move, although the game cannot go on.
      untaken_ += log_->played(seat, *move) + '\n';
      scenery_->played(seat, *move);
      throw;
    }
    note_the_end();
    return confirms_after;
  }

  DrawnTable draw(Seat seat, const Canvas& canvas) const override {
    const auto view = session_->view(seat);
    if constexpr (DrawingScreen<S, R>) {
      Canvas of_seat = canvas;
      of_seat.seat = seat;
      return S::draw(view, names(), of_seat);
    } else {
      return {Drawing::of(S::show(view, names()))};
    }
  }

  Json scene(std::optional<Seat> onlooker, Moment moment) const override {
    return scenery_->scene(*session_, onlooker, moment, names());
  }
  const Json& events() const override { return scenery_->events(); }

  std::expected<WrittenAdvice, Problem> advice() const override {
    if constexpr (play::HasAdvice<E>) {
      static_assert(TypingScreen<S, R>);
      const auto view = session_->view(*session_->pending());
      return written(E::advise(view), [&](const Move<R>& move) { return S::typed(view, move); });
    } else {
      return std::unexpected(Problem{std::string(E::info.title) + " has no champion to ask"});
    }
  }

  std::expected<Record, Problem> undone(Seat seat) const override {
    if (std::ranges::count(record_.players, "human", &Record::Player::player) != 1)
      return std::unexpected(
          Problem{"a move is taken back against bots only: other people play too"});
    Record record = record_;
    auto& steps = record.steps;
    auto last = steps.end();
    while (last != steps.begin() && !((last - 1)->seat == index(seat) && (last - 1)->move)) --last;
    if (last == steps.begin())
      return std::unexpected(Problem{"there is no move of yours to take back"});
    steps.erase(last - 1, steps.end());
    record.points.clear();
    ++record.undone;
    return record;
  }
  std::expected<void, Problem> undo(Seat seat) override {
    auto record = undone(seat);
    if (!record) return std::unexpected(std::move(record).error());
    record_ = *std::move(record);
    resume();
    log_.emplace(rules_, names(), record_.chance());
    last_ = tell_from_the_start();
    untaken_.clear();
    return {};
  }

  void forfeit() override {
    const Seat seat = *session_->pending();
    session_->retire(seat);
    record_.steps.push_back({index(seat), std::nullopt});
    tell(log_->retired(seat, "left"));
    scenery_->retired(seat);
    add_news(seat, nullptr);
    note_the_end();
  }
  void farewell() override {
    if constexpr (play::HasWire<E>) {
      const Points points = session_->points();
      const std::vector<std::string> names = names_for_bots();
      for (Player& player : players_)
        if (player.outside)
          player.outside->end({record_.luck_game, points, session_->retired(), names});
      const Deadline by = Deadline::clock::now() + play::farewell_ms;
      for (Player& player : players_)
        if (player.outside) player.outside->finish(by);
    }
  }

  bool can_be_saved_in_a_turn() const override { return S::saves_anywhere; }

  void rename(Seat seat, const std::string& name) override {
    record_.players[static_cast<std::size_t>(index(seat))].name = name;
    log_.emplace(rules_, names(), record_.chance());
    last_ = tell_from_the_start();
  }

  const Record& record() const override { return record_; }
  std::string take_log() override { return std::exchange(untaken_, {}); }
  std::string last_log() const override { return last_; }
  const std::vector<News>& news() const override { return news_; }
  std::string ending() const override { return S::ending(rules_, session_->state(), names()); }

  play::GameReport report() const override {
    const Points points = session_->points();
    play::GameReport report{
        record_.luck_game, {}, {points.begin(), points.end()}, {}, session_->faults()};
    for (std::size_t seat = 0; seat < record_.players.size(); ++seat) {
      report.entrants.push_back(seat);
      report.figures.push_back(
          figures_of<E>(session_->state(), Seat(static_cast<std::uint8_t>(seat))));
    }
    return report;
  }

 private:
  // The Session's observer: adds each step to the record and the log.
  struct Scribe {
    GameSessionOf& game;

    void played(Seat seat, const Move<R>& move) const {
      game.record_.steps.push_back({index(seat), T::write(move)});
      game.tell(game.log_->played(seat, move));
      game.scenery_->played(seat, move);
      game.add_news(seat, &move);
    }
    void forfeits(Seat seat, const Fault& fault) const {
      game.record_.steps.push_back({index(seat), std::nullopt});
      std::string& why = game.players_[static_cast<std::size_t>(index(seat))].why_left;
      why = printable(described(fault), fault_words_max);
      game.tell(game.log_->retired(seat, why));
      game.scenery_->retired(seat);
      game.add_news(seat, nullptr);
    }
  };

  struct NoProcess {};
  using Process = std::conditional_t<play::HasWire<E>, ResumableSeat<E>, NoProcess>;

  // What sits in a seat. A person has neither bot.
  struct Player {
    std::unique_ptr<Bot<R>> house;
    std::unique_ptr<Process> outside;
    std::string why_left;  // after a fault that this session has seen
  };

  std::vector<std::string> names() const { return names_of(record_); }

  // Returns the bot in a folder that a player of the record is; nullopt if it is none.
  static std::optional<runner::Manifest> named(const Record::Player& player,
                                               std::span<const runner::Manifest> bots) {
    const auto name = bot_of_player(player.player);
    if (!name) return std::nullopt;
    const auto bot = std::ranges::find(bots, *name, &runner::Manifest::name);
    if (bot == bots.end() || !play::HasWire<E>) throw std::logic_error("no such bot: " + *name);
    return *bot;
  }

  // Brings a new game to where the record ends. House bots are asked again what they were asked, so
  // that they remember what they remembered; processes when they are next asked.
  void resume() {
    players_.clear();
    for (std::size_t seat = 0; seat < record_.players.size(); ++seat)
      players_.push_back(seated(seat));
    session_.emplace(begun());
    for (const Record::Step& step : record_.steps) {
      const Seat seat{static_cast<std::uint8_t>(step.seat)};
      if (const auto& house = players_[static_cast<std::size_t>(step.seat)].house;
          house && step.move)
        static_cast<void>(answer_of<R>(*house, session_->view(seat)));
      take(*session_, step);
    }
  }

  Player seated(std::size_t seat) const {
    const std::string& player = record_.players[seat].player;
    Player seated;
    if constexpr (play::HasWire<E>)
      if (const auto& bot = manifests_[seat])
        seated.outside = std::make_unique<Process>(*bot, conditions_, hello_, opening(seat));
    if (seated.outside || player == "human") return seated;
    seated.house = play::make_house_bot<E>(player);
    seated.house->begin(
        Chance(play::bot_luck_key(record_.luck_key, player + '#' + std::to_string(seat)),
               record_.luck_game));
    return seated;
  }

  Session<R> begun() const {
    return Session<R>(rules_, static_cast<int>(record_.players.size()), record_.chance(),
                      conditions_.faults.illegal == play::Sanction::substitute
                          ? OnIllegal::substitute
                          : OnIllegal::forfeit);
  }

  static void take(Session<R>& session, const Record::Step& step) {
    const Seat seat{static_cast<std::uint8_t>(step.seat)};
    if (!step.move)
      session.retire(seat);
    else if (const Refusal why = session.play(seat, *T::read(*step.move)); !why.empty())
      throw std::logic_error(std::string(why));
  }

  // Returns the names that processes hear, by seat: not those that people choose, and may change in
  // the middle of a game. A second player of a name is NAME#2.
  std::vector<std::string> names_for_bots() const {
    std::vector<std::string> plain, names;
    for (std::size_t seat = 0; seat < record_.players.size(); ++seat) {
      plain.push_back(manifests_[seat] ? manifests_[seat]->name : record_.players[seat].player);
      const auto namesakes = std::ranges::count(plain, plain.back());
      names.push_back(plain.back() + (namesakes == 1 ? "" : '#' + std::to_string(namesakes)));
    }
    return names;
  }

  play::Opening opening(std::size_t seat) const {
    std::vector<std::string> names = names_for_bots();
    const std::uint32_t seed = play::bot_seed(record_.luck_key, names[seat], record_.luck_game);
    names.erase(names.begin() + static_cast<std::ptrdiff_t>(seat));
    return {record_.luck_game, record_.players.size(), std::move(names), seed};
  }

  // Returns the game before the move of a seat with this number, from 0.
  Session<R> before(Seat seat, int move) const {
    Session<R> session = begun();
    for (const Record::Step& step : record_.steps) {
      if (step.seat == index(seat) && move-- == 0) break;
      take(session, step);
    }
    return session;
  }

  // Waits for the answer of a process; returns how it is played.
  PlayAnswer answer_outside(Seat seat, const View<R>& view, Process& bot)
    requires play::HasWire<E>
  {
    const auto moves = std::ranges::count(record_.steps, index(seat), &Record::Step::seat);
    auto reply =
        bot.choose(view, static_cast<int>(moves), [&](int move) { return before(seat, move); });
    if (!reply) return [] {};
    if (!*reply) bot.drop();
    return [this, seat, view, &bot, reply = *std::move(reply)] {
      Fault* const fault = session_->submit(seat, view, Reply<R>(reply), Scribe{*this});
      if (fault != nullptr) {
        if (reply) {
          if ((session_->retired() >> index(seat) & 1) == 0) tell_of_substitute(seat, *fault);
          *fault = bot.quoting(T::write(*reply), std::move(*fault));
        }
        conditions_.host.tell(manifests_[static_cast<std::size_t>(index(seat))]->name, *fault);
      }
      note_the_end();
    };
  }

  void tell(const std::string& what) {
    untaken_ += what;
    last_ = what;
  }

  void tell_of_substitute(Seat seat, const Fault& fault) {
    const std::string text = names()[static_cast<std::size_t>(index(seat))] + ": " +
                             printable(described(fault), fault_words_max) +
                             "; the rules' own move was played\n";
    untaken_ += text;
    last_ += text;
    news_.push_back({seat, text});
  }

  // Plays the record into a new log, and writes the news and events again. Returns the last part of
  // that log.
  std::string tell_from_the_start() {
    std::string last = last_ = log_->opening();
    scenery_.emplace(rules_, static_cast<int>(record_.players.size()), record_.chance());
    news_.clear();
    if constexpr (!BriefLog<typename E::Log, R>) news_.push_back({std::nullopt, last});
    for (const Record::Step& step : record_.steps) {
      const Seat seat{static_cast<std::uint8_t>(step.seat)};
      const auto move = step.move ? std::optional(*T::read(*step.move)) : std::nullopt;
      last = last_ = move ? log_->played(seat, *move) : log_->retired(seat, why_left(seat));
      move ? scenery_->played(seat, *move) : scenery_->retired(seat);
      add_news(seat, move ? &*move : nullptr);
    }
    return last;
  }

  // A record does not say why a seat left.
  std::string why_left(Seat seat) const {
    const std::string& why = players_[static_cast<std::size_t>(index(seat))].why_left;
    return why.empty() ? "left" : why;
  }

  // Adds the news of the step that was told last. `move`: null if the seat left.
  void add_news(Seat seat, const Move<R>* move) {
    std::string text = last_;
    if constexpr (BriefLog<typename E::Log, R>)
      if (move != nullptr) text = log_->brief(seat, *move);
    if (!text.empty()) news_.push_back({seat, std::move(text)});
  }

  void note_the_end() {
    if (session_->pending()) return;
    const Points points = session_->points();
    record_.points.assign(points.begin(), points.end());
  }

  const R rules_;
  const std::string hello_;
  play::Conditions conditions_;
  std::vector<std::optional<runner::Manifest>> manifests_;  // by seat, of bots in folders
  Record record_;
  std::optional<Session<R>> session_;
  std::optional<typename E::Log> log_;
  std::optional<Scenery<E>> scenery_;
  std::vector<Player> players_;  // by seat
  std::string untaken_, last_;   // the log since take_log(), and its last part
  std::vector<News> news_;
};

}  // namespace hilltop::arena
