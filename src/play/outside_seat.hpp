#pragma once
#include <algorithm>
#include <charconv>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/search_note.hpp"
#include "core/timing.hpp"
#include "match/session.hpp"
#include "match/text.hpp"
#include "play/conditions.hpp"
#include "play/outside_player.hpp"

namespace hilltop::play {

// Max bytes of a malformed line that a fault quotes: lines may be long, and many faults are kept.
constexpr std::size_t said_bytes_max = 160;

// Max bytes of each of the lines that a fault keeps.
constexpr std::size_t fault_line_bytes_max = 4096;

// Max games in a row that a bot may abort, by silence or a crash; it forfeits the remaining games
// of the batch unplayed, so that nobody waits for a hundred thousand timeouts.
constexpr int broken_games_max = 10;

// Max games that a bot is asked about at once.
constexpr std::uint32_t batch_max = 1024;

// Max notes on one answer; the last one counts. A further one is taken for the answer.
constexpr int notes_max = 100;

// What a process is told about a game at its start.
struct Opening {
  std::uint32_t game;
  std::size_t seats;
  std::vector<std::string> opponents;  // in seat order
  std::uint32_t seed;                  // for the bot's own randomness
};

// What a process is told about a game at its end.
struct Ending {
  std::uint32_t game;
  const Points& points;
  std::uint64_t retired;                  // bit i: seat i left
  const std::vector<std::string>& names;  // by seat
};

// The last line to a player and the last one from it, of one game: which other games it has played
// depends on the number of workers.
struct Lines {
  std::string asked, said;
};

// Returns the fault with the lines in it, cut to fault_line_bytes_max.
inline Fault with_lines(Fault fault, const Lines& lines) {
  fault.asked = lines.asked.substr(0, fault_line_bytes_max);
  fault.said = lines.said.substr(0, fault_line_bytes_max);
  return fault;
}

// A seat whose player is outside the program: speaks the game's Wire to an OutsidePlayer. A fault
// of the player ends the conversation with its game; the next game begins another.
template <class E>
class OutsideSeat {
  using R = typename E::Rules;
  static constexpr bool numbered = NumberedWire<typename E::Wire, R>;
  static_assert(numbered || OwnWire<typename E::Wire, R>);

 public:
  // `hello`: first line of a numbered conversation. `sandbox`: combined with the layers of each
  // conversation. `patience`: of the run; may be null.
  OutsideSeat(const runner::Manifest& bot, const TimeLimits& time, std::string hello,
              std::function<std::unique_ptr<OutsidePlayer>()> make_player,
              std::optional<runner::Layers>& sandbox, Patience* patience = nullptr)
      : bot_(bot),
        time_(time),
        patience_(patience),
        hello_(std::move(hello)),
        make_player_(std::move(make_player)),
        player_(make_player_()),
        sandbox_(sandbox) {}

  // Sets a function to call with each answer.
  void when_answered(std::function<void(const AnswerOfProcess&)> call) {
    answered_ = std::move(call);
  }

  // Returns how many games the bot takes at once; starts the bot, which announces it.
  std::uint32_t batch() {
    if constexpr (numbered) {
      // Only games that are asked about alone have a time of their own.
      if (bot_.state == runner::StateScope::folder || has_game_limit()) return 1;
      start({});
      return batch_;
    }
    return 1;
  }

  void begin(const Opening& opening) {
    used_ = {};
    game_ = opening.game;
    if constexpr (numbered) {
      number_ = std::to_string(opening.game);
      std::string line = "begin " + number_ + " seats " + std::to_string(opening.seats) + " seed " +
                         std::to_string(opening.seed);
      if (conversing_) player_->tell(line);
      open_.insert_or_assign(opening.game, Open{std::move(line)});
      asked_together_ = false;
    } else if (conversing_) {
      begin_next(opening);
    }
    start(opening);
    lines_ = {};
    if constexpr (numbered)
      if (conversing_) player_->play(static_cast<std::uint32_t>(open_.size()));
  }

  // Lets the player begin the conversation of a later game during this one.
  void prepare(const Opening& opening) {
    if (!numbered && !bot_.stays && bot_.state == runner::StateScope::none)
      player_->prepare(arguments_for(opening));
  }

  Reply<R> choose(const View<R>& view) {
    if (refused_) return std::unexpected(*refused_);
    Reply<R> reply = answer_to(view);
    if (!reply) return std::unexpected(with_lines(std::move(reply).error(), lines_));
    return reply;
  }

  // Asks with a view as text; returns the text of the answer.
  std::expected<std::string, Fault> answer(std::string_view prompt) {
    if (refused_) return std::unexpected(*refused_);
    auto text = heard(prompt);
    if (!text) return std::unexpected(with_lines(std::move(text).error(), lines_));
    return text;
  }

  // Returns the lines of the last choose(view), and what the bot said of its answer.
  const Lines& lines() const { return lines_; }
  const std::optional<SearchNote>& note() const { return note_; }

  // Returns the fault of an illegal answer, which it quotes in the game's notation.
  Fault quoting(const std::string& answer, Fault fault, const Lines& lines) {
    fault.detail += "; got '" + answer + '\'';
    fault.error_output = error_output();
    return with_lines(std::move(fault), lines);
  }

  // A question about one of several games.
  struct Question {
    std::uint32_t game;
    View<R> view;
    // Both are filled by choose().
    Lines lines = {};
    std::optional<SearchNote> note = {};
  };

  // Asks about different games at once; the bot may answer in any order, each time within the time
  // of one answer. Which question ended the conversation, or took too long, cannot be told then:
  // those without an answer are asked again, one at a time, so that each reply is as if its
  // question had been the only one.
  std::vector<Reply<R>> choose(std::vector<Question>& questions)
    requires numbered
  {
    asked_together_ = true;
    if (broken_ && !refused_) forget();
    start({});
    std::vector<std::optional<Reply<R>>> replies(questions.size());
    // Who aborted the last game would most likely end this conversation too.
    if (questions.size() > 1 && !refused_ && broken_in_a_row_ == 0) replies = answers_to(questions);
    std::vector<Reply<R>> all;
    for (std::size_t i = 0; i < replies.size(); ++i) {
      Question& question = questions[i];
      all.push_back(replies[i] ? *std::move(replies[i]) : answer_alone(question));
      if (all.back()) continue;
      open_.at(question.game).broken = true;
      all.back() = std::unexpected(with_lines(std::move(all.back()).error(), question.lines));
    }
    return all;
  }

  // Tells the bot how the game ended. This ends a conversation that serves no further game.
  void end(const Ending& ending) {
    bool broke = broken_ || refused_;
    if (const auto ended = open_.extract(ending.game); ended && asked_together_)
      broke = ended.mapped().broken;
    broken_in_a_row_ = broke ? broken_in_a_row_ + 1 : 0;
    if (broken_ || refused_ || !conversing_) return forget();
    if constexpr (numbered) {
      std::string line = "end " + std::to_string(ending.game) + " points ";
      for (int seat = 0; seat < ending.points.size(); ++seat)
        line += (seat == 0 ? "" : ",") + std::to_string(ending.points[seat]);
      player_->tell(line);
      if (bot_.state == runner::StateScope::folder) leave();
    } else {
      const std::string line = E::Wire::farewell(ending.points, ending.retired, ending.names);
      if (bot_.stays) return player_->tell(line);
      player_->farewell(line);
      leaving_ = true;
    }
  }

  // Returns the time of the answers since the last call, without those that have time of the
  // player's start.
  Timing take_timing() { return std::exchange(timing_, {}); }
  // Returns the time of the last answer.
  std::chrono::nanoseconds took() const { return took_; }

  // Voids the games under way: a new player replaces this one, whose faults do not count.
  void void_games() {
    forget();
    player_ = make_player_();
    open_.clear();
  }

  // Returns whether the bot has aborted broken_games_max games in a row, or the run's patience with
  // it is over. It forfeits the later ones.
  bool gave_up() const {
    return broken_in_a_row_ >= broken_games_max ||
           (patience_ != nullptr && patience_->is_over(bot_.name));
  }
  // Leaves the open games, which may begin again.
  void abandon() {
    forget();
    open_.clear();
  }

  // Stops the player until the next question.
  void pause() {
    if (conversing_) player_->pause();
  }

  // Ends a conversation that covers several games with its last line, or lets it rest until another
  // batch has games for a bot that remembers nothing.
  void leave() {
    if (!conversing_ || leaving_) return;
    if (bot_.state == runner::StateScope::none && !broken_ && !refused_ && open_.empty() &&
        player_->rest(hello_, ready_)) {
      conversing_ = false;
      return;
    }
    leaving_ = true;
    player_->farewell("bye");
  }

  // Waits for a player that was told to leave, until the deadline.
  void finish(Deadline by) {
    if (!leaving_) return;
    player_->finish(by);
    conversing_ = false;
    forget();
  }
  bool leaving() const { return leaving_; }

  std::string error_output() { return conversing_ ? player_->error_output() : std::string(); }

 private:
  Reply<R> answer_to(const View<R>& view) {
    const auto text = heard(E::Wire::prompt(view));
    if (!text) return std::unexpected(text.error());
    return understood(view, lines_.said, *text);
  }

  // Asks, and returns the answer without the number of the game.
  std::expected<std::string, Fault> heard(std::string_view prompt) {
    if constexpr (numbered) {
      const std::string question = "turn " + number_ + ' ' + std::string(prompt);
      auto line = asked(question);
      // Whether the start or the question took the time of the start.
      if (line && took_of_start_ && asks_again()) line = asked(question);
      if (!line) return line;
      remember(game_, question);
      const std::string before = "move " + number_ + ' ';
      if (!line->starts_with(before)) return malformed("expected 'move " + number_ + " …',", *line);
      line->erase(0, before.size());
      return line;
    } else {
      return asked(std::string(prompt));
    }
  }

  // Begins a conversation if there is none. A failed start is not repeated in the same game.
  void start(const Opening& opening) {
    if (conversing_ || refused_) return;
    if (gave_up()) {
      refused_ = fault_of_giving_up();
      return;
    }
    if (numbered || bot_.stays)
      if (auto ready = player_->resume(hello_)) {
        conversing_ = true;
        start_left_ = {};
        sandbox_ = runner::of_all(sandbox_, player_->layers());
        if constexpr (numbered) return converse(*std::move(ready));
        return begin_next(opening);
      }
    const auto begun = player_->now();
    if (auto started = player_->start(arguments_for(opening)); !started) {
      refused_ = std::move(started).error();
      if (patience_ != nullptr) patience_->silent(bot_.name, *refused_, player_->now() - begun);
      return;
    }
    conversing_ = true;
    sandbox_ = runner::of_all(sandbox_, player_->layers());
    start_left_ = time_.start_ms;
    if constexpr (numbered) {
      auto ready = asked(hello_);
      start_left_ = std::max<std::chrono::nanoseconds>(time_.start_ms - took_, {});
      if (!ready)
        refused_ = with_lines(ready.error(), lines_);
      else if (*ready != "ready 1" && !ready->starts_with("ready 1 "))
        refused_ = with_lines(malformed("expected 'ready 1',", *ready).error(), lines_);
      if (!refused_) rehearse();
      if (!refused_) converse(*std::move(ready));
    }
  }

  // After a fault in games that are asked about together, puts a question to the new process that
  // an earlier one has answered, in the time of the start, so that the next question needs none of
  // it. Nothing follows from the answer.
  void rehearse() {
    if (!rehearsal_ || !asked_together_) return;
    player_->tell(rehearsal_->begin);
    player_->tell(rehearsal_->turn);
    const auto begun = player_->send();
    const auto limit = time_.move_ms + std::exchange(start_left_, {});
    auto answer = hear(begun + limit);
    if (answer) return;
    refused_ = with_limit(std::move(answer).error(), limit, false);
    if (patience_ != nullptr) patience_->silent(bot_.name, *refused_, player_->now() - begun);
  }

  // Remembers the first question that was answered, for rehearse().
  void remember(std::uint32_t game, const std::string& turn) {
    if (!rehearsal_ && bot_.state == runner::StateScope::none)
      rehearsal_ = Rehearsal{open_.at(game).line, turn};
  }

  // Announces another game to a player that stays from game to game. Its first answer may take as
  // long as that of a new one, so that no result depends on where a process began.
  void begin_next(const Opening& opening) {
    std::string line = "NEW " + std::to_string(opening.seed);
    for (std::size_t i = 0; i < opening.opponents.size(); ++i)
      line += (i == 0 ? ' ' : '\t') + opening.opponents[i];
    player_->tell(line);
    player_->play(1);
    start_left_ = time_.start_ms;
  }

  // Announces the open games to a player that said it is ready.
  void converse(std::string ready) {
    ready_ = std::move(ready);
    batch_ = batch_in(ready_);
    for (const auto& [game, open] : open_) player_->tell(open.line);
    if (!open_.empty()) player_->play(static_cast<std::uint32_t>(open_.size()));
  }

  Fault fault_of_giving_up() const {
    if (patience_ != nullptr)
      if (const auto why = patience_->is_over(bot_.name))
        return {FaultKind::refused_to_start, *why + "; its later games in this run are forfeited"};
    return {FaultKind::refused_to_start, "aborted " + std::to_string(broken_games_max) +
                                             " games in a row; the remaining games are forfeited"};
  }

  // Asks about several games at once; returns the replies before a fault that ends the
  // conversation.
  std::vector<std::optional<Reply<R>>> answers_to(std::vector<Question>& questions) {
    std::vector<std::optional<Reply<R>>> replies(questions.size());
    for (Question& question : questions) {
      question.lines.asked =
          "turn " + std::to_string(question.game) + ' ' + E::Wire::prompt(question.view);
      player_->tell(question.lines.asked);
    }
    const auto begun = player_->send();
    const auto of_start = std::exchange(start_left_, {});
    Deadline heard_at = begun, first_heard_at = begun;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const bool first = i == 0 && of_start.count() != 0;
      const auto line = hear(heard_at + answer_time() + (first ? of_start : of_start.zero()));
      const auto answered = line ? question_of(*line, questions) : std::nullopt;
      if (!answered || replies[*answered]) {
        broken_ = true;
        if (patience_ != nullptr && !line)
          patience_->silent(bot_.name, line.error(), player_->now() - heard_at);
        return replies;
      }
      if (patience_ != nullptr && i == 0) patience_->answered(bot_.name);
      const auto took = player_->now() - std::exchange(heard_at, player_->now());
      Question& question = questions[*answered];
      if (answered_) answered_({question.game, question.lines.asked, took, first});
      if (first) first_heard_at = heard_at;
      if (first && took > answer_time() && asks_again()) continue;  // alone
      remember(question.game, question.lines.asked);
      open_.at(question.game).said = question.lines.said = *line;
      question.note = note_;
      replies[*answered] = understood(question.view, *line, answer_in(*line));
    }
    timing_.add(heard_at - first_heard_at, questions.size() - (of_start.count() == 0 ? 0 : 1));
    return replies;
  }

  // Asks about one of several open games.
  Reply<R> answer_alone(Question& question) {
    if (refused_ || broken_) forget();
    if (gives_up_before(question.game)) return std::unexpected(fault_of_giving_up());
    start({});
    if (refused_) {
      question.lines = {refused_->asked, refused_->said};
      return std::unexpected(*refused_);
    }
    game_ = question.game;
    number_ = std::to_string(question.game);
    std::string& said = open_.at(question.game).said;
    lines_.said = said;
    Reply<R> reply = answer_to(question.view);
    said = lines_.said;
    question.lines = lines_;
    question.note = note_;
    return reply;
  }

  // Returns whether the bot has aborted broken_games_max games in a row, all of them before this
  // open game, which it forfeits then.
  bool gives_up_before(std::uint32_t later_game) const {
    int broken_in_a_row = broken_in_a_row_;
    if (patience_ != nullptr && patience_->is_over(bot_.name)) return true;
    for (const auto& [game, open] : open_) {
      if (broken_in_a_row >= broken_games_max || game >= later_game) break;
      broken_in_a_row = open.broken ? broken_in_a_row + 1 : 0;
    }
    return broken_in_a_row >= broken_games_max;
  }

  static std::vector<std::string> arguments_for(const Opening& opening) {
    if (numbered) return {};
    std::vector<std::string> arguments = opening.opponents;
    arguments.push_back(std::to_string(opening.seed));
    return arguments;
  }

  bool has_game_limit() const { return time_.game_ms.count() != 0; }

  // Returns the time that is left for the answers to this game.
  std::chrono::nanoseconds game_time_left() const {
    return std::max<std::chrono::nanoseconds>(time_.game_ms - used_, std::chrono::nanoseconds(0));
  }

  // Returns the time for the next answer, without that of a start.
  std::chrono::nanoseconds answer_time() const {
    const std::chrono::nanoseconds limit = time_.move_ms;
    return has_game_limit() ? std::min(limit, game_time_left()) : limit;
  }

  // Returns whether an answer that took time of the start is asked for again, in the time of one
  // answer. Where a process begins then depends on workers and batches, and must not decide who is
  // late: a bot that needs as long each time is late, and one that was starting is not.
  bool asks_again() const { return asked_together_ || bot_.state == runner::StateScope::none; }

  // Takes the time of an answer off that of the game; that of a start is free.
  void use_time(std::chrono::nanoseconds took, std::chrono::nanoseconds of_start) {
    used_ += std::max<std::chrono::nanoseconds>(took - of_start, {});
  }

  // Returns N of "ready 1 batch N"; 1 if the line has none.
  static std::uint32_t batch_in(std::string_view ready) {
    constexpr std::string_view before = "ready 1 batch ";
    std::uint32_t batch = 1;
    if (ready.starts_with(before))
      std::from_chars(ready.data() + before.size(), ready.data() + ready.size(), batch);
    return std::clamp(batch, 1u, batch_max);
  }

  // Returns the index of the question that a line answers. Questions are in the order of their
  // games.
  static std::optional<std::size_t> question_of(std::string_view line,
                                                const std::vector<Question>& questions) {
    constexpr std::string_view before = "move ";
    if (!line.starts_with(before)) return std::nullopt;
    std::uint32_t game = 0;
    const char* const end = line.data() + line.size();
    const auto [rest, error] = std::from_chars(line.data() + before.size(), end, game);
    if (error != std::errc{} || rest == end || *rest != ' ') return std::nullopt;
    const auto found = std::ranges::lower_bound(questions, game, {}, &Question::game);
    if (found == questions.end() || found->game != game) return std::nullopt;
    return static_cast<std::size_t>(found - questions.begin());
  }

  static std::string_view answer_in(std::string_view line) {
    return line.substr(line.find(' ', line.find(' ') + 1) + 1);
  }

  std::expected<std::string, Fault> asked(const std::string& line) {
    const auto of_start = std::exchange(start_left_, {});
    lines_.asked = line;
    player_->tell(line);
    const auto begun = player_->send();
    const bool game_is_short = has_game_limit() && game_time_left() < time_.move_ms;
    const auto limit = answer_time() + of_start;
    auto answer = hear(begun + limit);
    took_ = player_->now() - begun;
    const bool first = of_start.count() != 0;
    took_of_start_ = first && took_ > limit - of_start;
    if (!first) timing_.add(took_);
    use_time(took_, of_start);
    if (answer) {
      if (answered_) answered_({game_, line, took_, first});
      if (patience_ != nullptr && line != hello_) patience_->answered(bot_.name);
      lines_.said = *answer;
      return answer;
    }
    broken_ = true;
    if (patience_ != nullptr) patience_->silent(bot_.name, answer.error(), took_);
    return std::unexpected(with_limit(std::move(answer).error(), limit, game_is_short));
  }

  // Hears the next line that is not a note, and remembers the last note before it.
  std::expected<std::string, Fault> hear(Deadline by) {
    note_.reset();
    for (int notes = 0;; ++notes) {
      auto line = player_->hear(by);
      if (!line || notes == notes_max || !line->starts_with(note_begins)) return line;
      const auto note = read_search_note(std::string_view(*line).substr(note_begins.size()));
      if (!note) return line;
      note_ = note;
    }
  }

  // Adds the limit to the detail of a timeout: "after 500 ms (no output)", or "used up its 60000 ms
  // for the game (no output)".
  Fault with_limit(Fault fault, std::chrono::nanoseconds limit, bool game_is_short) const {
    if (fault.kind != FaultKind::timeout) return fault;
    if (game_is_short) {
      fault.detail = "used up its " + std::to_string(time_.game_ms.count()) + " ms for the game (" +
                     fault.detail + ')';
      return fault;
    }
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(limit).count();
    fault.detail = "after " + std::to_string(ms) + " ms (" + fault.detail + ')';
    return fault;
  }

  // `expected`: what the bot should have said, with the punctuation after it.
  std::unexpected<Fault> malformed(const std::string& expected, const std::string& line) {
    broken_ = true;
    const std::string said =
        line.size() <= said_bytes_max ? line : line.substr(0, said_bytes_max) + "…";
    return std::unexpected(
        Fault{FaultKind::malformed, expected + " got '" + said + '\'', error_output()});
  }

  Reply<R> understood(const View<R>& view, const std::string& line, std::string_view answer) {
    auto move = E::Wire::answer(view, answer);
    if (!move) return malformed(move.error() + ';', line);
    return *std::move(move);
  }

  void forget() {
    if (std::exchange(conversing_, false)) player_->drop();
    refused_.reset();
    broken_ = leaving_ = false;
  }

  // A game that was begun and has not ended.
  struct Open {
    std::string line;       // that announced it
    std::string said = {};  // the last answer in it
    bool broken = false;    // a question about it was not answered
  };

  // A question with the line that announced its game.
  struct Rehearsal {
    std::string begin, turn;
  };

  const runner::Manifest& bot_;
  const TimeLimits& time_;
  Patience* patience_;
  std::string hello_;
  std::function<std::unique_ptr<OutsidePlayer>()> make_player_;
  std::unique_ptr<OutsidePlayer> player_;
  std::optional<runner::Layers>& sandbox_;
  bool conversing_ = false;
  std::optional<Fault> refused_;  // of a failed start; counts for the whole game
  std::uint32_t game_ = 0;        // this game
  std::string number_;            // as text
  std::map<std::uint32_t, Open> open_;
  bool asked_together_ = false;  // one call asks about all open games
  Lines lines_;
  std::optional<SearchNote> note_;                        // on the last answer
  std::function<void(const AnswerOfProcess&)> answered_;  // may be null
  Timing timing_;
  std::chrono::nanoseconds took_{0};
  std::chrono::nanoseconds used_{0};  // of the game's time
  std::string ready_;                 // the answer to the hello
  std::uint32_t batch_ = 1;
  int broken_in_a_row_ = 0;
  std::chrono::nanoseconds start_left_{0};  // of the time of a start, for the next answer
  std::optional<Rehearsal> rehearsal_;
  bool took_of_start_ = false;  // the last answer took longer than one may
  bool broken_ = false;         // a fault has ended the conversation
  bool leaving_ = false;        // the last line is sent
};

}  // namespace hilltop::play
