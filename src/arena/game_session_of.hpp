#pragma once
#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/any_game.hpp"
#include "arena/game_session.hpp"
#include "arena/keys.hpp"
#include "arena/module_parts.hpp"
#include "match/session.hpp"
#include "match/text.hpp"

namespace hilltop::arena {

template <class E>
PersonPrompt prompt_for(const View<typename E::Rules>& view, Seat seat,
                        const std::vector<std::string>& names) {
  using S = typename E::Screen;
  PersonPrompt prompt{seat, names[static_cast<std::size_t>(index(seat))], S::show(view, names),
                      S::question(view), S::help(view)};
  if constexpr (WordyScreen<S, typename E::Rules>) prompt.words = S::words(view);
  return prompt;
}

// Returns the typed move. Error: it is not a move, or the rules refuse it.
template <class E>
std::expected<Move<typename E::Rules>, std::string> typed_move(const typename E::Rules& rules,
                                                               const View<typename E::Rules>& view,
                                                               std::string_view typed) {
  auto move = E::Screen::read(view, typed);
  if (move)
    if (const Refusal why = rules.refusal(view, *move); !why.empty())
      return std::unexpected(std::string(why));
  return move;
}

// The GameSession of a game that people can play. Its record grows with every step.
template <class E>
class GameSessionOf final : public GameSession {
  using R = typename E::Rules;
  using T = typename E::Text;
  using S = typename E::Screen;
  static_assert(Screen<S, R>);

 public:
  // The record has passed AnyGame::check().
  GameSessionOf(const R& rules, Record record) : rules_(rules), record_(std::move(record)) {
    resume();
    log_.emplace(rules_, names(), record_.chance());
    untaken_ = last_ = tell_from_the_start();
  }

  std::optional<Seat> pending() const override {
    const ToMove seat = session_->pending();
    return seat ? std::optional(*seat) : std::nullopt;
  }
  bool is_person(Seat seat) const override {
    return bots_[static_cast<std::size_t>(index(seat))] == nullptr;
  }

  void ask_bot() override {
    const Seat seat = *session_->pending();
    const auto view = session_->view(seat);
    session_->submit(seat, view, answer_of<R>(*bots_[static_cast<std::size_t>(index(seat))], view),
                     Scribe{*this});
    note_the_end();
  }

  PersonPrompt prompt() const override {
    const Seat seat = *session_->pending();
    return prompt_for<E>(session_->view(seat), seat, names());
  }
  std::string confirms_first() const override {
    return S::before(session_->view(*session_->pending()));
  }

  std::expected<std::string, Problem> submit(Seat seat, std::string_view typed) override {
    if (session_->pending() != ToMove(seat) || !is_person(seat))
      return std::unexpected(Problem{"another player is to move"});
    const auto view = session_->view(seat);
    const auto move = typed_move<E>(rules_, view, typed);
    if (!move) return std::unexpected(Problem{move.error()});
    std::string confirms_after = S::after(view, *move);
    try {
      session_->submit(seat, view, *move, Scribe{*this});
    } catch (const ListRanOut&) {
      // The person sees the effect of the move, although the game cannot go on.
      untaken_ += log_->played(seat, *move) + '\n';
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

  std::expected<WrittenAdvice, Problem> advice() const override {
    if constexpr (HasAdvice<E>) {
      static_assert(TypingScreen<S, R>);
      const auto view = session_->view(*session_->pending());
      const Advice<R> advice = E::advise(view);
      WrittenAdvice written{advice.by, advice.unit, advice.note, {}};
      for (const auto& [move, worth] : advice.choices)
        written.choices.push_back(
            {S::typed(view, move),
             worth ? std::optional(fixed(*worth, advice.decimals)) : std::nullopt});
      return written;
    } else {
      return std::unexpected(Problem{std::string(E::info.title) + " has no champion to ask"});
    }
  }

  std::expected<void, Problem> undo(Seat seat) override {
    if (std::ranges::count(bots_, true, [](const auto& bot) { return bot == nullptr; }) != 1)
      return std::unexpected(
          Problem{"a move is taken back against bots only: other people play too"});
    auto& steps = record_.steps;
    auto last = steps.end();
    while (last != steps.begin() && !((last - 1)->seat == index(seat) && (last - 1)->move)) --last;
    if (last == steps.begin())
      return std::unexpected(Problem{"there is no move of yours to take back"});
    steps.erase(last - 1, steps.end());
    record_.points.clear();
    ++record_.undone;
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
    add_news(seat, nullptr);
    note_the_end();
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

  GameReport report() const override {
    const Points points = session_->points();
    GameReport report{
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
      game.add_news(seat, &move);
    }
    void forfeits(Seat seat, const Fault& fault) const {
      game.record_.steps.push_back({index(seat), std::nullopt});
      game.tell(game.log_->retired(seat, described(fault)));
      game.add_news(seat, nullptr);
    }
  };

  std::vector<std::string> names() const { return names_of(record_); }

  // Brings a new game to where the record ends. House bots are asked again what they were asked, so
  // that they remember what they remembered.
  void resume() {
    const int seats = static_cast<int>(record_.players.size());
    bots_.clear();
    for (std::size_t seat = 0; seat < record_.players.size(); ++seat) {
      const Record::Player& player = record_.players[seat];
      bots_.push_back(player.player == "human" ? nullptr : make_house_bot<E>(player.player));
      const std::string luck_name = player.player + '#' + std::to_string(seat);
      if (bots_.back())
        bots_.back()->begin(Chance(bot_luck_key(record_.luck_key, luck_name), record_.luck_game));
    }
    session_.emplace(rules_, seats, record_.chance());
    for (const Record::Step& step : record_.steps) {
      const Seat seat{static_cast<std::uint8_t>(step.seat)};
      const auto view = session_->view(seat);
      if (const auto& bot = bots_[static_cast<std::size_t>(step.seat)]; bot && step.move)
        static_cast<void>(answer_of<R>(*bot, view));
      if (!step.move)
        session_->retire(seat);
      else if (const Refusal why = session_->play(seat, *T::read(*step.move)); !why.empty())
        throw std::logic_error(std::string(why));
    }
  }

  static std::string fixed(double number, int decimals) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, number);
    return text.data();
  }

  void tell(const std::string& what) {
    untaken_ += what;
    last_ = what;
  }

  // Plays the record into a new log, and writes the news again. Returns the last part of that log.
  std::string tell_from_the_start() {
    std::string last = last_ = log_->opening();
    news_.clear();
    if constexpr (!BriefLog<typename E::Log, R>) news_.push_back({std::nullopt, last});
    for (const Record::Step& step : record_.steps) {
      const Seat seat{static_cast<std::uint8_t>(step.seat)};
      const auto move = step.move ? std::optional(*T::read(*step.move)) : std::nullopt;
      last = last_ = move ? log_->played(seat, *move) : log_->retired(seat, "left");
      add_news(seat, move ? &*move : nullptr);
    }
    return last;
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
  Record record_;
  std::optional<Session<R>> session_;
  std::optional<typename E::Log> log_;
  std::vector<std::unique_ptr<Bot<R>>> bots_;  // by seat; null for a person
  std::string untaken_, last_;                 // the log since take_log(), and its last part
  std::vector<News> news_;
};

}  // namespace hilltop::arena
